#include <stdio.h>

static int first_of_two(int a, int b) {
    return a;
    b = a + 1;
    return b;
}

static int endless(int limit) {
    for (;;) {
        if (--limit < 0)
            return limit;
        continue;
        limit = 100;
    }
    return 50;
}

static int guarded(int on) {
    if (0) {
        on = 5;
        printf("never\n");
    }
    while (on) {
        break;
        on++;
    }
    return on;
}

int main(void) {
    printf("%d\n", first_of_two(3, 4));
    printf("%d\n", endless(4));
    printf("%d %d\n", guarded(0), guarded(1));
    return 0;
    printf("unreachable\n");
}
