#include <stdio.h>

static int step(int *counter, int by) {
    *counter += by;
    return *counter;
}

static int combine(int a, int b) {
    return a * 100 + b;
}

int main(void) {
    int left = 0;
    int right = 10;
    int combined = combine(step(&left, 1),
                           step(&right, 2));
    printf("%d\n", combined);
    combined = combine(combine(step(&left, 1), 0),
                       combine(0, step(&right, -5)));
    printf("%d\n", combined);
    combined = step(&left, 10)
        + step(&right, 20)
        - combine(0,
                  1);
    printf("%d\n", combined);
    return 0;
}
