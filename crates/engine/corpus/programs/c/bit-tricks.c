#include <stdint.h>
#include <stdio.h>

static int ones(uint32_t word) {
    int count = 0;
    while (word) {
        word &= word - 1;
        count++;
    }
    return count;
}

static uint32_t reversed(uint32_t word) {
    uint32_t result = 0;
    for (int bit = 0; bit < 32; bit++) {
        result = result << 1 | (word & 1u);
        word >>= 1;
    }
    return result;
}

static uint32_t checksum(const uint8_t *bytes, int count) {
    uint32_t sum = 0x811c9dc5u;
    for (int i = 0; i < count; i++) {
        sum ^= bytes[i];
        sum *= 0x01000193u;
    }
    return sum;
}

int main(void) {
    uint8_t bytes[] = {1, 2, 3, 255};
    printf("%d ones\n", ones(0xf0f1u));
    printf("%08x\n", (unsigned)reversed(0x12345678u));
    printf("%08x\n", (unsigned)checksum(bytes, 4));
    return 0;
}
