#include <stdio.h>

static int count_errors(const int *results, int count) {
    int errors = 0;
    for (int i = 0; i < count; i++) {
        if (results[i] != 0) {
            printf("check %d failed\n", i);
            errors++;
        }
    }
    return errors;
}

int main(int argc, char **argv) {
    int results[] = {0, 1, 0, 0, 2};
    int errors = count_errors(results, 5);
    if (argc > 1)
        printf("%s\n", argv[1]);
    printf("%d errors\n", errors);
    return errors ? 10 + errors : 0;
}
