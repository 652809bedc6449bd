#include <stdio.h>

static int sum_of(int a, int b, int c) {
    return a
        + b
        + c;
}

int main(void) {
    int first =
        1 +
        2 +
        3;
    int second = sum_of(
        first,
        first * 2,
        sum_of(
            1,
            2,
            3
        )
    );
    printf(
        "%d %d\n",
        first,
        second
    );
    const char *text = "one "
                       "two "
                       "three";
    int large = first > 3
        && second > 3
        ? 1
        : 0;
    printf("%s %d\n", text, large);
    return 0;
}
