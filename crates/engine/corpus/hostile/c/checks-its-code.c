/* Attacks the comparison of runs: adds up the bytes of its own functions, where breakpoints show. */
#include <stdio.h>

static int twice(int n) {
    int result = n * 2;
    return result;
}

static unsigned add_up(const void *begin, int length) {
    const unsigned char *at = begin;
    unsigned sum = 0;
    for (int i = 0; i < length; i++) sum = sum * 31 + at[i];
    return sum;
}

int main(void) {
    unsigned before = add_up((const void *)twice, 12);
    int value = twice(3);
    unsigned code = add_up((const void *)main, 24);
    printf("value %d, sums %u %u\n", value, before, code);
    return 0;
}
