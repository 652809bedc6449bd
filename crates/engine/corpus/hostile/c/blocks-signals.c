// Attacks the signals: blocks all of them, and waits for one by itself.
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int wait_for(int number) {
  sigset_t all;
  int got = 0;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  kill(getpid(), number);
  sigwait(&all, &got);
  return got;
}

int main(void) {
  int first = wait_for(SIGUSR1);
  int second = wait_for(SIGCHLD);
  printf("%d %d\n", first == SIGUSR1, second == SIGCHLD);
  return 0;
}
