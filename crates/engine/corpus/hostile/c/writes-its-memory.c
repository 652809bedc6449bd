// Attacks memory: writes to its own constants through /proc.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const volatile int fixed = 5;

int main(void) {
  int wanted = 6;
  int file = open("/proc/self/mem", O_RDWR);
  long written = -1;
  if (file >= 0) {
    written = pwrite(file, &wanted, sizeof wanted, (off_t)(unsigned long)&fixed);
    close(file);
  }
  int seen = fixed;
  printf("%d %d\n", written > 0 ? seen : 6, wanted);
  return 0;
}
