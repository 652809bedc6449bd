#include <stdint.h>
#include <stdio.h>
enum mode { FAST, SLOW, NONE };
static const char *names[] = { "fast", "slow", "none" };
static uint32_t rotate(uint32_t value, int by) {
    if (by == 0) return value;
    return (value << by) | (value >> (32 - by));
}
static uint32_t hash(const char *text, enum mode mode) {
    uint32_t sum = 17;
    switch (mode) {
    case FAST:
        for (; *text; text++) sum = rotate(sum ^ (uint8_t)*text, 5);
        break;
    case SLOW:
        for (int i = 0; text[i]; i++) { sum = sum * 31 + text[i]; sum ^= sum << 33; }
        break;
    default:
        break;
    }
    return sum;
}
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("%s %u\n", names[i % 3], hash(argv[i], (enum mode)(i % 3)));
    return 0;
}
