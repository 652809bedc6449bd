/* Attacks the witness: its input is looked at, counted and put back before anything else. */
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int waiting(void) {
    int count = -1;
    struct stat about;
    fstat(0, &about);
    ioctl(0, FIONREAD, &count);
    return count > 0 ? count : 0;
}

int main(void) {
    int value = waiting();
    int next = getchar();
    value += next == EOF ? 1 : 2;
    printf("value %d\n", value);
    return 0;
}
