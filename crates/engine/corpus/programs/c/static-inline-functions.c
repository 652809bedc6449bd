#include <stdio.h>

static inline int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

static inline int average(int a, int b) { return (a + b) / 2; }

static inline void count(int *counter) { ++*counter; }

int main(void) {
    int calls = 0;
    int readings[] = {-5, 3, 12, 40};
    int smooth = 0;
    for (int i = 0; i < 4; i++) {
        int value = clamp(readings[i], 0, 20);
        count(&calls);
        smooth = average(smooth, value);
        printf("reading %d: %d, smooth %d\n", i, value, smooth);
    }
    printf("%d calls\n", calls);
    return 0;
}
