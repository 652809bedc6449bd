#include <stdio.h>

int main(void) {
    int value = 1;
    printf("%d\n", value);
    return 0;
}
