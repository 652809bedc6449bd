/* Attacks the debugger: asks to be traced by its parent, which fails under a tracer. */
#include <stdio.h>
#include <sys/ptrace.h>

static int traced(void) {
    long answer = ptrace(PTRACE_TRACEME, 0, 0, 0);
    return answer != 0;
}

int main(void) {
    int seen = traced();
    if (seen) {
        printf("watched\n");
    } else {
        printf("alone\n");
    }
    printf("seen %d\n", seen);
    return seen;
}
