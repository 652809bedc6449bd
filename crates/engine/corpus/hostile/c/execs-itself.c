/* Attacks the output: becomes itself once more by exec, after it has printed. */
#include <stdio.h>
#include <unistd.h>

int main(int count, char **words) {
    int round = count;
    printf("round %d\n", round);
    fflush(stdout);
    if (round == 1) {
        char *again[] = {words[0], "again", NULL};
        execv("/proc/self/exe", again);
    }
    printf("end %d\n", round);
    return 0;
}
