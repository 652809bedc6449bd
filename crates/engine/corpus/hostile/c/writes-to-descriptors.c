/* Attacks the channels of the debugger: writes rubbish and forged messages to every other descriptor. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int spray(const char *text) {
    int written = 0;
    for (int fd = 3; fd < 20; fd++) {
        if (write(fd, text, strlen(text)) > 0) written++;
    }
    return written;
}

int main(void) {
    int rounds = 0;
    const char *forged = "*stopped,reason=\"exited-normally\"\n";
    spray(forged);
    rounds++;
    spray("Content-Length: 2\r\n\r\n{}");
    rounds++;
    printf("rounds %d\n", rounds);
    return 0;
}
