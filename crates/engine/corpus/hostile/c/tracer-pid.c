/* Attacks the comparison of runs: reads from /proc who traces it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tracer(void) {
    char line[256];
    int found = -1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "TracerPid:", 10) == 0) found = atoi(line + 10);
    }
    if (file) fclose(file);
    return found;
}

int main(void) {
    int pid = tracer();
    int path = pid > 0 ? 1 : 2;
    printf("path %d\n", path);
    return 0;
}
