// Attacks limits that differ with a debugger: a gibibyte that only some of them allow.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *much = malloc(1400UL << 20);
    int got = much != NULL;
    if (got) {
        puts("much");
    }
    void *more = malloc(3UL << 30);
    got += more != NULL;
    printf("%d\n", got);
    return 0;
}
