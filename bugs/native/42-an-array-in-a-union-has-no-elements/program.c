#include <stdio.h>

union number {
    unsigned int whole;
    unsigned char bytes[4];
};

int main(void) {
    union number it = {.whole = 67305985};
    printf("%u %d\n", it.whole, it.bytes[3]);
    return 0;
}
