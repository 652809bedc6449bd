// Attacks the stopping: stops itself, and a child lets it go on.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t parent = getpid();
  int rounds = 0;
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 20; i++) {
      usleep(5000);
      kill(parent, SIGCONT);
    }
    _exit(0);
  }
  raise(SIGSTOP);
  rounds += 1;
  waitpid(child, NULL, 0);
  printf("rounds %d\n", rounds);
  return 0;
}
