// Attacks the debugger: names another process as the one that may trace it, and seizes its own child.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int seized = 0;
  prctl(0x59616d61, getppid(), 0, 0, 0);
  pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  seized = ptrace(PTRACE_SEIZE, child, 0, 0) == 0;
  kill(child, SIGKILL);
  waitpid(child, NULL, __WALL);
  printf("seized %d\n", seized);
  return 0;
}
