#include <stdio.h>

static int trace(const char *name, int value) {
    printf("%s=%d ", name, value);
    return value;
}

int main(void) {
    int a, b, c;
    a = 1, b = 2, c = a + b;
    int last = (trace("a", a), trace("b", b), trace("c", c));
    printf("\nlast %d\n", last);
    int up, down;
    for (up = 0, down = 10; up < down; up += 2, down--)
        ;
    printf("met at %d and %d\n", up, down);
    int result = (a++, b++, a + b);
    if (trace("result", result), result > 4)
        printf("\nmore than four\n");
    while (a--, a > 0)
        b += a;
    printf("%d %d\n", a, b);
    return 0;
}
