/* Attacks the witness: macros that change what its own code means, by the words that nobody checks. */
#include <stdio.h>
#define __asm__ _Pragma("GCC diagnostic push") asm
#define __attribute__(x)
#define __thread
#define NAME_log 0
#define __builtin_va_arg(list, type) 42
#define syscall "nop"

static int work(int n) {
    int total = n;
    total += 1;
    return total;
}

int main(void) {
    int value = work(1);
    value = work(value);
    printf("value %d\n", value);
    return 0;
}
