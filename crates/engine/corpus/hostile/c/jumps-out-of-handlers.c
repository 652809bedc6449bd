/* Attacks the debugger: leaves handlers of signals by long jumps, and survives a wrong address. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf place;
static volatile int faults;

static void handle(int number) {
    faults++;
    siglongjmp(place, number);
}

static int poke(volatile int *where) {
    int found = sigsetjmp(place, 1);
    if (found == 0) *where = 1;
    return found;
}

int main(void) {
    signal(SIGSEGV, handle);
    signal(SIGFPE, handle);
    int first = poke((volatile int *)8);
    printf("first %d\n", first);
    int second = poke((volatile int *)16);
    printf("second %d, faults %d\n", second, faults);
    return 0;
}
