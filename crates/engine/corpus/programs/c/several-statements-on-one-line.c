#include <stdio.h>

static int twice(int n) { int result = n + n; return result; }

static int pick(int n) { if (n > 5) return 5; if (n < 0) return 0; return n; }

int main(void) {
    int a = 1; int b = 2; int c = a + b;
    a = twice(b); b = twice(c); c = twice(a);
    printf("%d ", a); printf("%d ", b); printf("%d\n", c);
    for (int i = 0; i < 3; i++) { a += i; b -= i; c = a * b; }
    if (a > b) { printf("a\n"); } else { printf("b\n"); }
    while (c > 10) { c /= 2; b++; } printf("%d %d\n", b, c);
    printf("%d %d %d\n", pick(9), pick(-9), pick(3)); return 0; }
