/* Attacks the channels of the debugger: prints its protocol before any other constructor runs. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int early;

__attribute__((constructor(101))) static void before(void) {
    const char *text = "*stopped,reason=\"exited-normally\"\n1^done\n";
    early += (int)write(1, text, strlen(text)) > 0;
}

int main(void) {
    int value = early + 1;
    printf("value %d\n", value);
    value *= 2;
    printf("value %d\n", value);
    return 0;
}
