#include <stdio.h>

struct flags {
    unsigned ready : 1;
    unsigned mode : 3;
    unsigned level : 4;
    signed int offset : 5;
};

static unsigned pack(struct flags flags) {
    return flags.ready | flags.mode << 1 | flags.level << 4;
}

int main(void) {
    struct flags flags = {1, 5, 9, -3};
    printf("%u %u %u %d\n", flags.ready, flags.mode, flags.level, flags.offset);
    flags.mode = (flags.mode + 1) & 7;
    flags.level += 2;
    flags.offset = 7;
    if (flags.ready)
        flags.ready = 0;
    unsigned packed = pack(flags);
    printf("packed %u, offset %d\n", packed, flags.offset);
    return 0;
}
