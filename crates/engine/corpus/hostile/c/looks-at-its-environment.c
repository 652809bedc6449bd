/* Attacks the comparison of runs: counts its variables, arguments and terminals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static int count(void) {
    int number = 0;
    while (environ[number]) number++;
    return number;
}

int main(int arguments, char **words) {
    int variables = count();
    int terminals = isatty(0) + isatty(1) + isatty(2);
    printf("arguments %d, terminals %d\n", arguments, terminals);
    printf("variables %d, debunk %d\n", variables, getenv("DEBUNK_OUTPUT") != NULL);
    return 0;
}
