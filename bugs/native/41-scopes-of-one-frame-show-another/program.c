#include <stdio.h>

static int inner(int value) {
    int here = value * 10;
    return here + 1;
}

int main(void) {
    int here = 7;
    printf("%d\n", inner(here));
    return 0;
}
