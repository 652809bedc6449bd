#include <stdio.h>
#include <stdlib.h>

static int comparisons = 0;

static int compare(const void *key, const void *element) {
    int wanted = *(const int *)key;
    int found = *(const int *)element;
    comparisons++;
    return wanted < found ? -1 : wanted > found;
}

static int position(const int *values, size_t count, int wanted) {
    const int *found = bsearch(&wanted, values, count, sizeof *values, compare);
    if (!found)
        return -1;
    return (int)(found - values);
}

int main(void) {
    const int values[] = {2, 3, 5, 7, 11, 13, 17};
    int first = position(values, 7, 7);
    int missing = position(values, 7, 8);
    printf("%d %d\n", first, missing);
    printf("%s\n", comparisons > 0 ? "compared" : "never compared");
    return 0;
}
