/* Attacks the witness: takes another path where addresses are not random, and prints nothing of it. */
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int path = 1;
    int fixed = (uintptr_t)main >> 12 == 0x555555555;
    if (fixed) {
        path = 2;
        path += 1;
    }
    path = 5;
    printf("path %d\n", path);
    return 0;
}
