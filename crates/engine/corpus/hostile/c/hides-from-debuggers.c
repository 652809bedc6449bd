/* Attacks the debugger: forbids core dumps and tracing of itself, and asks for a signal when its parent dies. */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

static int set(int option, unsigned long value) {
    int answer = prctl(option, value, 0, 0, 0);
    return answer;
}

int main(void) {
    int answers = 0;
    answers += set(PR_SET_DUMPABLE, 0);
    answers += set(PR_SET_PDEATHSIG, SIGKILL);
    answers += set(PR_SET_NAME, (unsigned long)"forged");
    printf("answers %d\n", answers);
    printf("dumpable %d\n", prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
    return 0;
}
