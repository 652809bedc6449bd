#include <stdio.h>

static int twice(int (*apply)(int), int value) {
    int once = apply(value);
    return apply(once);
}

static int increment(int value) {
    return value + 1;
}

static int square(int value) {
    return value * value;
}

static int (*choose(int wanted))(int) {
    if (wanted)
        return square;
    return increment;
}

int main(void) {
    printf("%d\n", twice(increment, 5));
    printf("%d\n", twice(square, 3));
    for (int wanted = 0; wanted < 2; wanted++) {
        int result = choose(wanted)(choose(!wanted)(4));
        printf("%d\n", result);
    }
    return 0;
}
