/* Attacks the witness: takes another path when it is traced, and prints nothing of it. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[256];
    int traced = 0;
    int path = 1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "TracerPid:", 10) == 0) traced = line[11] != '0';
    if (traced) {
        path = 2;
        path += 1;
    }
    path = 5;
    printf("path %d\n", path);
    return 0;
}
