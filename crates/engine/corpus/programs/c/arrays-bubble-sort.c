#include <stdio.h>

static int sort(int *values, int count) {
    int swaps = 0;
    for (int end = count - 1; end > 0; end--) {
        int changed = 0;
        for (int i = 0; i < end; i++) {
            if (values[i] > values[i + 1]) {
                int kept = values[i];
                values[i] = values[i + 1];
                values[i + 1] = kept;
                swaps++;
                changed = 1;
            }
        }
        if (!changed)
            break;
    }
    return swaps;
}

int main(void) {
    int values[] = {5, 1, 4, 2, 3};
    int count = (int)(sizeof values / sizeof values[0]);
    int swaps = sort(values, count);
    for (int i = 0; i < count; i++)
        printf("%d%s", values[i], i + 1 < count ? " " : "\n");
    printf("%d swaps\n", swaps);
    return 0;
}
