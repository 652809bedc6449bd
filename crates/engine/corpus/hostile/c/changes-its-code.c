// Attacks breakpoints: writes other instructions over a function of its own.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

__attribute__((noinline, aligned(64))) static int answer(void) {
  volatile int value = 1;
  return value;
}

int main(void) {
  int before = answer();
  long size = sysconf(_SC_PAGESIZE);
  unsigned char *code = (unsigned char *)(unsigned long)answer;
  unsigned char *page = (unsigned char *)((unsigned long)code & ~(unsigned long)(size - 1));
#if defined(__x86_64__)
  static const unsigned char other[] = {0xb8, 0x02, 0x00, 0x00, 0x00, 0xc3};
  if (mprotect(page, (size_t)size * 2, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
    memcpy(code, other, sizeof other);
#endif
  int after = answer();
  printf("%d %d\n", before, after);
  return 0;
}
