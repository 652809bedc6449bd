/* Attacks the output: closes it, and goes on printing into whatever gets its number. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int got = -1;
    printf("before\n");
    fflush(stdout);
    close(1);
    printf("into nothing\n");
    fflush(stdout);
    got = open("/dev/null", O_WRONLY);
    printf("into another file\n");
    return got;
}
