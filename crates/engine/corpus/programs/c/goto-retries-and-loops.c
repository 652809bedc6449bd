#include <stdio.h>

int main(void) {
    int attempt = 0;
    int sum = 0;
retry:
    attempt++;
    sum += attempt * attempt;
    if (sum < 30)
        goto retry;
    printf("%d attempts, sum %d\n", attempt, sum);

    int row = 0, column = 0;
    for (row = 0; row < 5; row++) {
        for (column = 0; column < 5; column++) {
            if (row * column == 6)
                goto found;
        }
    }
    printf("nothing found\n");
    return 1;
found:
    printf("found at %d, %d\n", row, column);
    return 0;
}
