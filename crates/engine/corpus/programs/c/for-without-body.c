#include <stdio.h>

static unsigned length(const char *text) {
    const char *at;
    for (at = text; *at; at++)
        ;
    return (unsigned)(at - text);
}

int main(void) {
    int n, sum;
    for (n = 1, sum = 0; n <= 10; sum += n++);
    printf("sum %d\n", sum);
    printf("length %u\n", length("eleven char"));
    int power = 1;
    for (; power < 100; power *= 3) {}
    printf("power %d\n", power);
    for (;;) {
        if (--power % 7 == 0) break;
    }
    printf("power %d\n", power);
    for (int i = 0; i < 0; i++)
        printf("never\n");
    while (power-- > 70);
    printf("power %d\n", power);
    return 0;
}
