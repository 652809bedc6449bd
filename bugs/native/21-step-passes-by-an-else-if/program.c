#include <stdio.h>

int main(void) {
    int at = 3, count = 0;
    if (at == 0) {
        count = 1;
    } else if (at < 11) {
        count = 2;
    }
    printf("%d\n", count);
    return 0;
}
