/* Attacks the end of a run: prints from handlers and destructors, and exits again in one of them. */
#include <stdio.h>
#include <stdlib.h>

static int order;

static void first(void) {
    order++;
    printf("first %d\n", order);
}

static void second(void) {
    order++;
    printf("second %d\n", order);
}

__attribute__((destructor)) static void last(void) {
    order++;
    printf("last %d\n", order);
}

int main(void) {
    atexit(first);
    atexit(second);
    printf("main %d\n", order);
    return 0;
}
