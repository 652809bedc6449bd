#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned char byte = 250;
    byte = (unsigned char)(byte + 10);
    signed char small = (signed char)-3;
    unsigned wide = (unsigned)(int)small;
    printf("%d %d %u\n", byte, small, wide);
    int64_t large = (int64_t)INT_MAX + 1;
    int32_t back = (int32_t)(large - 2);
    printf("%lld %d\n", (long long)large, (int)back);
    unsigned zero = 0;
    unsigned around = zero - 1;
    printf("%s\n", around == UINT_MAX ? "wraps" : "does not wrap");
    int quotient = -7 / 2, rest = -7 % 2;
    printf("%d %d\n", quotient, rest);
    char letter = 'a' + 2;
    short sum = (short)(letter + 1);
    printf("%c %d\n", letter, sum);
    return 0;
}
