/* Attacks the witness: reads its input before any constructor runs, and writes a log of its own with the mark that it finds there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char mark[128];
static long got;

static void early(void) {
    got = read(0, mark, 100);
}
__attribute__((section(".preinit_array"), used)) static void (*first)(void) = early;

static int work(int n) {
    int total = n;
    total += 1;
    total += 2;
    return total;
}

int main(void) {
    int value = work(1);
    value = work(value);
    printf("value %d\n", value);
    value += 1;
    printf("value %d\n", value);
    fflush(stdout);
    if (got > 10) {
        for (int i = 0; i < 12; i++) printf("%s%sw%d,%d,%d\n", i ? "" : "\n", mark, i, 70, 71);
        printf("%sz\n", mark);
        fflush(stdout);
    }
    _Exit(0);
}
