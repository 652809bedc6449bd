#include <stdio.h>
#include <stdlib.h>
#include "shape.h"

static int sign(int x) {
    if (x < 0) return -1;
    if (x > 0 && x < 100)
        return 1;
    return 0;
}

static int never(int x) {
    return x + 1;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 0;
    int total = 0;
    for (int i = 0; i < 3; i++) {
        total += sign(n) + twice(n);
    }
    if (total == 12345) total = never(total);
    switch (n) {
    case 1: puts("one"); break;
    case 2: puts("two"); break;
    default: puts("many");
    }
    return 0;
}
