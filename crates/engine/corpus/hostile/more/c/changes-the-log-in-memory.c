/* Attacks the witness: looks through its own memory for what may be a log, and changes every value in it. */
#include <stdio.h>

extern char __bss_start[], _end[];

static int work(int n) {
    int total = n;
    total += 1;
    total += 2;
    return total;
}

static void forge(void) {
    int in = 0;
    volatile char *at;
    for (at = __bss_start + 1; at + 4 < (volatile char *)_end; at++)
        in = *at == '\n' || !*at ? 0 : *at == 'w' && (at[-1] == '\n' || !at[-1]) && at[1] >= '0' && at[1] <= '9' ? 1 : in && *at == ',' ? 2 : in == 2 && *at >= '0' && *at <= '9' ? (*at = '7', 2) : in;
}

int main(void) {
    int value = work(1);
    value = work(value);
    value += 1;
    printf("value %d\n", value);
    forge();
    return 0;
}
