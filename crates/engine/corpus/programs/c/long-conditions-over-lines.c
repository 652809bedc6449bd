#include <stdio.h>

static int asked = 0;

static int is_set(int mask, int bit) {
    asked++;
    return (mask >> bit) & 1;
}

static const char *classify(int mask) {
    if (is_set(mask, 0) &&
        is_set(mask, 1) &&
        is_set(mask, 2))
        return "all";
    else if (is_set(mask, 0) ||
             is_set(mask, 1) ||
             is_set(mask, 2)) {
        return "some";
    }
    return "none";
}

int main(void) {
    for (int mask = 0; mask < 8; mask += 3)
        printf("%d: %s\n", mask, classify(mask));
    while (asked > 20 &&
           asked % 2 == 0)
        asked -= 3;
    printf("asked %d\n", asked);
    return 0;
}
