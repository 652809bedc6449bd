#include <stdbool.h>
#include <stdio.h>

static bool is_odd(unsigned n);

static bool is_even(unsigned n) {
    if (n == 0)
        return true;
    return is_odd(n - 1);
}

static bool is_odd(unsigned n) {
    if (n == 0)
        return false;
    return is_even(n - 1);
}

int main(void) {
    unsigned numbers[] = {0, 3, 6};
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *kind = is_even(numbers[i]) ? "even" : "odd";
        printf("%u is %s\n", numbers[i], kind);
    }
    return 0;
}
