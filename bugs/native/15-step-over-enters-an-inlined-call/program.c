#include <stdio.h>

static int find(const int *values, int count, int wanted) {
    for (int i = 0; i < count; i++) {
        if (values[i] == wanted)
            return i;
    }
    return -1;
}

int main(void) {
    int values[] = {4, 8, 15, 16, 23, 42};
    printf("%d\n", find(values, 6, 16));
    return 0;
}
