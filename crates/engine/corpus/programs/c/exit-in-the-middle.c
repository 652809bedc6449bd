#include <stdio.h>
#include <stdlib.h>

static void at_the_end(void) {
    printf("the end\n");
}

static void check(int value) {
    if (value > 2) {
        printf("leaving with %d\n", value);
        exit(value);
    }
    printf("%d is fine\n", value);
}

int main(void) {
    if (atexit(at_the_end) != 0)
        return 1;
    for (int i = 1; i < 10; i++) {
        check(i);
    }
    printf("never printed\n");
    return 0;
}
