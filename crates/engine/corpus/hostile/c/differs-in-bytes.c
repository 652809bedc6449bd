/* Attacks the encoding of the output: which of two invalid bytes is printed depends on the tracer. */
#include <stdio.h>

static int pick(int n) {
    int kind = n % 2;
    return kind ? 0xfe : 0xff;
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        putchar(pick(i));
        putchar(i == 2 ? '\r' : '\n');
    }
    printf("0x7ffdeadbeef0 0x123456\n");
    return 0;
}
