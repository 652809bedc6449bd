#include <stdio.h>

#define SWAP(type, left, right) \
    do {                        \
        type kept = (left);     \
        (left) = (right);       \
        (right) = kept;         \
    } while (0)

#define CHECK(condition)                          \
    do {                                          \
        checks++;                                 \
        if (!(condition)) {                       \
            printf("not true: %s\n", #condition); \
            failures++;                           \
        }                                         \
    } while (0)

#define FOR_EACH(index, count) for (int index = 0; index < (count); index++)

int main(void) {
    int checks = 0, failures = 0;
    int values[3] = {5, 7, 9};
    SWAP(int, values[0], values[2]);
    CHECK(values[0] == 9);
    CHECK(values[1] == 8);
    if (failures > 0)
        SWAP(int, values[0], values[1]);
    else
        printf("no failures\n");
    FOR_EACH(i, 3)
        printf("%d ", values[i]);
    printf("\n%d checks, %d failures\n", checks, failures);
    return 0;
}
