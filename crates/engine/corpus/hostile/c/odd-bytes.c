/* Attacks the encoding of the output: invalid UTF-8, NULs, escapes, carriage returns, a very long line. */
#include <stdio.h>

static void bytes(const char *text, int length) {
    fwrite(text, 1, (size_t)length, stdout);
    putchar('\n');
}

int main(void) {
    int lines = 0;
    bytes("\xff\xfe\xc3\x28\xed\xa0\x80", 7);
    lines++;
    bytes("a\0b\0", 4);
    lines++;
    bytes("\x1b[2J\x1b]0;forged\a\r\rx", 17);
    lines++;
    for (int i = 0; i < 5000; i++) printf("0123456789");
    putchar('\n');
    printf("lines %d\r\n", lines);
    printf("no line end");
    return 0;
}
