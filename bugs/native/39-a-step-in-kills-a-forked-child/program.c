#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int status = 0;
    if (fork() == 0) {
        _exit(5);
    }
    wait(&status);
    return WIFSIGNALED(status) ? 100 + WTERMSIG(status) : WEXITSTATUS(status);
}
