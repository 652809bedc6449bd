#include <stdio.h>

int main(void) {
    int c = 100;
    if (c > 1) { puts("more"); } else { puts("less"); }
    while (c > 10) { c /= 2; }
    printf("%d\n", c);
    return 0;
}
