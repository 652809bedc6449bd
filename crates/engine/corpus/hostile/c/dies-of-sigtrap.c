/* Attacks the debugger: ends by the signal by which breakpoints are told. */
#include <signal.h>
#include <stdio.h>

static int count(int limit) {
    int sum = 0;
    for (int i = 0; i < limit; i++) sum += i;
    return sum;
}

int main(void) {
    int sum = count(4);
    printf("sum %d\n", sum);
    fflush(stdout);
    raise(SIGTRAP);
    printf("not reached\n");
    return 0;
}
