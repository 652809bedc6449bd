#include <stdio.h>

static int inc(int n) {
    int result = n + 1;
    return result;
}

static int apply(int n) {
    int once = inc(n);
    int twice = inc(once);
    return twice;
}

int main(void) {
    int value = apply(1);
    printf("%d\n", value);
    return 0;
}
