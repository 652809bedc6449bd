#include <stdio.h>

int main(void) {
    int i = 100;
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int j = i;
        for (int i = 0; i < 2; i++) {
            total += i + j;
        }
        total += i;
    }
    printf("i is still %d, total %d\n", i, total);
    if (total > 5) {
        const char *i = "text";
        printf("i is a %s\n", i);
    }
    while (i > 98) {
        int total = i;
        i--;
        printf("inner total %d\n", total);
    }
    printf("%d %d\n", i, total);
    return 0;
}
