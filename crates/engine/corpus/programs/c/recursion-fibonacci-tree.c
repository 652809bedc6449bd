#include <stdio.h>

static int calls = 0;

static int fibonacci(int n) {
    calls++;
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

static int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    int inner = ackermann(m, n - 1);
    return ackermann(m - 1, inner);
}

int main(void) {
    int value = fibonacci(8);
    printf("fibonacci(8) = %d after %d calls\n", value, calls);
    int deep = ackermann(2, 2);
    printf("ackermann(2, 2) = %d\n", deep);
    return 0;
}
