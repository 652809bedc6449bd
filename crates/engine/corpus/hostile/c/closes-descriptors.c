/* Attacks the channels of the debugger: closes every other descriptor. */
#include <stdio.h>
#include <unistd.h>

static int shut(int first, int last) {
    int count = 0;
    for (int fd = first; fd <= last; fd++) {
        close(fd);
        count++;
    }
    return count;
}

int main(void) {
    int closed = shut(3, 64);
    printf("closed %d\n", closed);
    closed += shut(65, 128);
    printf("closed %d\n", closed);
    return 0;
}
