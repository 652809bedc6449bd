#include <stdio.h>

int main(void) {
    int values[6] = {0};
    int at = 0;
    values[at++] = 1;
    values[at++] = values[0] + 1;
    values[at] = values[at - 1] * 2;
    ++at;
    int *place = values + at;
    *place++ = 7;
    *place = *(place - 1) + 1;
    int before = at--;
    int after = --at;
    printf("%d %d %d\n", before, after, at);
    int product = 1;
    product <<= 2, product -= 1;
    for (int i = 0; i < 6; i++)
        printf("%d ", values[i]);
    printf("\n%d\n", product);
    return 0;
}
