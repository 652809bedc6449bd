/* Attacks the debugger: a child that prints, and one that ends by a signal. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int child(int kind) {
    int status = 0;
    fflush(stdout);
    if (fork() == 0) {
        printf("child %d\n", kind);
        fflush(stdout);
        if (kind == 1) raise(SIGKILL);
        _exit(kind);
    }
    wait(&status);
    return WIFSIGNALED(status) ? 100 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(void) {
    int first = child(5);
    printf("first %d\n", first);
    int second = child(1);
    printf("second %d\n", second);
    return 0;
}
