// Attacks what a debugger calls in a program: counts every allocation in an allocator of its own.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static char arena[1 << 16];
static size_t used;
static int calls;

void *malloc(size_t size) {
  void *place = arena + used;
  calls += 1;
  used += (size + 31) & ~(size_t)15;
  return used <= sizeof arena ? place : NULL;
}

void free(void *place) { (void)place; }

int main(void) {
  int before = calls;
  char *text = malloc(8);
  strcpy(text, "abc");
  int after = calls;
  printf("%s %d\n", text, after - before);
  printf("calls %d\n", calls > 0);
  return 0;
}
