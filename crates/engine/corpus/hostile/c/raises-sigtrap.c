/* Attacks the debugger: raises the signal by which breakpoints are told, with a handler of its own. */
#include <signal.h>
#include <stdio.h>

static volatile int caught;

static void handle(int number) {
    caught += number;
}

int main(void) {
    signal(SIGTRAP, handle);
    raise(SIGTRAP);
    printf("caught %d\n", caught);
    raise(SIGTRAP);
    printf("caught %d\n", caught);
    signal(SIGTRAP, SIG_IGN);
    raise(SIGTRAP);
    printf("end\n");
    return 0;
}
