// Attacks limits that differ with a debugger: asks for all of them, and takes another path if one is large.
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
    long all = 0;
    for (int i = 0; i < 10; i++) {
        struct rlimit limit;
        getrlimit(i, &limit);
        all = all * 31 % 1000003 + (long)(limit.rlim_cur % 1000003);
    }
    struct rlimit data;
    getrlimit(RLIMIT_DATA, &data);
    int large = data.rlim_cur > (1500UL << 20);
    if (large) {
        all += 1;
    }
    printf("%ld\n", all);
    return 0;
}
