#include <stdio.h>

static int gcd(int a, int b) {
    if (b == 0)
        return a;
    return gcd(b, a % b);
}

static long sum_to(int n, long so_far) {
    if (n == 0) return so_far;
    return sum_to(n - 1, so_far + n);
}

static int forward(int value) {
    return gcd(value, 36);
}

static int relay(int value) {
    return forward(value * 2);
}

int main(void) {
    printf("%d\n", gcd(84, 30));
    printf("%ld\n", sum_to(12, 0));
    printf("%d\n", relay(27));
    return 0;
}
