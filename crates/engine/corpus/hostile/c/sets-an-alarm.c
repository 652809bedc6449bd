/* Attacks the comparison of runs: real time ends it, unless it is quick enough. */
#include <stdio.h>
#include <sys/time.h>

static int work(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += i % 3;
    return sum;
}

int main(void) {
    struct itimerval soon = {{0, 0}, {0, 150000}};
    setitimer(ITIMER_REAL, &soon, NULL);
    int first = work(10);
    printf("first %d\n", first);
    int second = work(20);
    printf("second %d\n", second);
    fflush(stdout);
    return 0;
}
