#include <stdio.h>

static volatile int shared = 0;

static int read_twice(volatile int *place) {
    int first = *place;
    *place = first + 1;
    int second = *place;
    return second - first;
}

int main(void) {
    volatile int counter = 5;
    int local = 0;
    while (counter > 0) {
        counter--;
        shared += counter;
        local = shared;
    }
    int difference = read_twice(&shared);
    printf("%d %d %d\n", counter, local, difference);
    const volatile int fixed = 9;
    printf("%d\n", fixed + shared);
    return 0;
}
