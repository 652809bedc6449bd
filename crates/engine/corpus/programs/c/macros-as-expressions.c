#include <stdio.h>

#define SQUARE(x) ((x) * (x))
#define MAXIMUM(a, b) ((a) > (b) ? (a) : (b))
#define JOIN(a, b) a##b
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define LIMIT 4

static int JOIN(next_, value)(int seed) {
    return SQUARE(seed) % 97 + 1;
}

int main(void) {
    int history[LIMIT] = {0};
    int value = 5;
    for (unsigned i = 0; i < COUNT_OF(history); i++) {
        value = next_value(value);
        history[i] = value;
    }
    int largest = history[0];
    for (unsigned i = 1; i < COUNT_OF(history); i++)
        largest = MAXIMUM(largest, history[i]);
    printf("largest %d, last %d\n", largest, history[LIMIT - 1]);
    printf("square of the sum: %d\n", SQUARE(history[0] + history[1]));
    return 0;
}
