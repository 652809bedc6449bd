#include <stdio.h>

static int inner(int n) {
    int twice = n * 2;
    return twice;
}

static int outer(int n) {
    int before = n + 1;
    int values[3] = {1, 2, 3};
    int result = inner(values[n]);
    return result + before;
}

int main(void) {
    printf("%d\n", outer(1));
    return 0;
}
