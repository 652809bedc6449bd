/* Attacks the output: ends at once, with text that was never written. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void leave(int code) {
    int doubled = code * 2;
    _exit(doubled);
}

int main(void) {
    int code = 3;
    printf("never written");
    write(1, "written\n", 8);
    code += 1;
    leave(code);
    return 0;
}
