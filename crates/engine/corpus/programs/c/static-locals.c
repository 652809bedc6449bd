#include <stdio.h>

static int next_number(void) {
    static int number = 10;
    number += 5;
    return number;
}

static int next_other(int reset) {
    static int number;
    if (reset)
        number = 0;
    else
        number++;
    return number;
}

static unsigned pseudo_random(void) {
    static unsigned state = 1;
    state = state * 1103515245u + 12345u;
    return state / 65536u % 100u;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        int a = next_number();
        int b = next_other(i == 2);
        unsigned c = pseudo_random();
        printf("%d %d %u\n", a, b, c);
    }
    return 0;
}
