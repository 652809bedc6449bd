/* Attacks the debugger: has breakpoints of its own in its code. */
#include <signal.h>
#include <stdio.h>

static volatile int hits;

static void handle(int number) {
    hits++;
}

static void stop(void) {
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("int3");
#else
    raise(SIGTRAP);
#endif
}

int main(void) {
    signal(SIGTRAP, handle);
    stop();
    printf("hits %d\n", hits);
    stop();
    printf("hits %d\n", hits);
    return 0;
}
