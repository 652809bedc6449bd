#include <stdio.h>

static int find(const int *values, int count, int wanted) {
    if (values == NULL)
        return -2;
    if (count <= 0)
        return -1;
    for (int i = 0; i < count; i++) {
        if (values[i] == wanted)
            return i;
    }
    return -1;
}

static void announce(int index) {
    if (index < 0) {
        printf("not found: %d\n", index);
        return;
    }
    printf("found at %d\n", index);
}

int main(void) {
    int values[] = {4, 8, 15, 16, 23, 42};
    announce(find(values, 6, 15));
    announce(find(values, 6, 16));
    announce(find(values, 6, 17));
    announce(find(values, 0, 4));
    announce(find(NULL, 3, 4));
    return 0;
}
