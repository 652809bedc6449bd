#include <stdio.h>

enum colour { RED = 1, GREEN, BLUE = 7, LAST = BLUE + 1 };

static const int WEIGHTS[] = {3, 1, 4};
static const char *const NAMES[] = {"red", "green", "blue"};

static enum colour next(enum colour colour) {
    switch (colour) {
    case RED: return GREEN;
    case GREEN: return BLUE;
    case BLUE:
    case LAST: return RED;
    }
    return LAST;
}

static int index_of(const enum colour colour) {
    const int index = colour == RED ? 0 : colour == GREEN ? 1 : 2;
    return index;
}

int main(void) {
    enum colour colour = RED;
    int total = 0;
    for (int i = 0; i < 4; i++) {
        const int index = index_of(colour);
        total += WEIGHTS[index] * (int)colour;
        printf("%s is %d\n", NAMES[index], (int)colour);
        colour = next(colour);
    }
    printf("total %d of %d\n", total, (int)LAST);
    return 0;
}
