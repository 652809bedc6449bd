// Attacks the comparison of runs: debuggers switch off the random layout of memory.
#include <stdio.h>
#include <sys/personality.h>

static int look(void) {
  int persona = personality(0xffffffff);
  return persona & ADDR_NO_RANDOMIZE ? 1 : 0;
}

int main(void) {
  int fixed = look();
  printf("fixed %d\n", fixed);
  return 0;
}
