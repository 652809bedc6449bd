/* Attacks the debugger: allows itself no further descriptors, no core and little stack. */
#include <stdio.h>
#include <sys/resource.h>

static int lower(int what, unsigned long limit) {
    struct rlimit both = {limit, limit};
    int answer = setrlimit(what, &both);
    return answer;
}

int main(void) {
    int answers = 0;
    answers += lower(RLIMIT_NOFILE, 3);
    answers += lower(RLIMIT_CORE, 0);
    answers += lower(RLIMIT_NPROC, 0);
    printf("answers %d\n", answers);
    FILE *file = fopen("/dev/null", "r");
    printf("file %d\n", file != NULL);
    return 0;
}
