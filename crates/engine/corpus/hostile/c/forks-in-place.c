// Attacks the following of processes: a child made by vfork runs in the memory of its parent.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int spawn(int code) {
  int status = 0;
  pid_t child = vfork();
  if (child == 0) _exit(code);
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(void) {
  int sum = 0;
  for (int i = 1; i < 4; i++) {
    sum += spawn(i);
  }
  printf("sum %d\n", sum);
  return sum;
}
