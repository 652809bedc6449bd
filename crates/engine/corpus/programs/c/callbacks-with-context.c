#include <stdio.h>

typedef void (*visitor)(int value, void *context);

static void each(const int *values, int count, visitor visit, void *context) {
    for (int i = 0; i < count; i++)
        visit(values[i], context);
}

static void add(int value, void *context) {
    int *sum = context;
    *sum += value;
}

struct range {
    int low, high;
};

static void widen(int value, void *context) {
    struct range *range = context;
    if (value < range->low) range->low = value;
    if (value > range->high) range->high = value;
}

int main(void) {
    const int values[] = {4, -2, 11, 7};
    int sum = 0;
    each(values, 4, add, &sum);
    struct range range = {values[0], values[0]};
    each(values, 4, widen, &range);
    printf("sum %d, from %d to %d\n", sum, range.low, range.high);
    return 0;
}
