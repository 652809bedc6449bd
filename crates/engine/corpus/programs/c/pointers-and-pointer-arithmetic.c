#include <stdio.h>

static void add(int *target, int by) {
    *target += by;
}

static int *largest(int *from, int *end) {
    int *best = from;
    while (++from < end)
        if (*from > *best)
            best = from;
    return best;
}

static void point_at(int **pointer, int *target) {
    *pointer = target;
}

int main(void) {
    int values[4] = {3, 9, 2, 7};
    int *end = values + 4;
    int *best = largest(values, end);
    printf("largest %d at %d\n", *best, (int)(best - values));
    add(best, -9);
    point_at(&best, &values[3]);
    add(best, 1);
    int sum = 0;
    for (int *at = values; at != end; ++at)
        sum += *at;
    printf("sum %d, last %d\n", sum, *best);
    best = NULL;
    printf("%s\n", best == NULL ? "nothing" : "something");
    return 0;
}
