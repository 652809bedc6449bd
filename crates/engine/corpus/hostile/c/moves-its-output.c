/* Attacks the output: puts another file over it and back. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int saved = dup(1);
    int nowhere = open("/dev/null", O_WRONLY);
    printf("first\n");
    fflush(stdout);
    dup2(nowhere, 1);
    printf("lost\n");
    fflush(stdout);
    dup2(saved, 1);
    printf("second\n");
    close(saved);
    close(nowhere);
    return 0;
}
