#include <stdio.h>

static long factorial(int n) {
    if (n <= 1) {
        return 1;
    }
    long below = factorial(n - 1);
    return n * below;
}

static long power(long base, int exponent) {
    if (exponent == 0)
        return 1;
    long half = power(base, exponent / 2);
    if (exponent % 2 == 0)
        return half * half;
    return half * half * base;
}

int main(void) {
    for (int n = 0; n <= 6; n += 2) {
        long result = factorial(n);
        printf("%d! = %ld\n", n, result);
    }
    long big = power(3, 13);
    printf("3^13 = %ld\n", big);
    return 0;
}
