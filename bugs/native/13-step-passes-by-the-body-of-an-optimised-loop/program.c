#include <stdio.h>

int values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

int main(void) {
    for (int i = 0; i < 9; i++)
        printf("%d\n", values[i]);
    return 0;
}
