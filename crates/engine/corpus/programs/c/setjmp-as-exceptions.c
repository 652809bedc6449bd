#include <setjmp.h>
#include <stdio.h>

struct handler {
    jmp_buf place;
    struct handler *outer;
};

static struct handler *current = NULL;

static void raise_error(int code) {
    struct handler *handler = current;
    current = handler->outer;
    longjmp(handler->place, code);
}

static int half(int number) {
    if (number % 2 != 0)
        raise_error(number);
    return number / 2;
}

static int try_half(int number) {
    struct handler handler;
    handler.outer = current;
    current = &handler;
    if (setjmp(handler.place) != 0) {
        printf("caught for %d\n", number);
        return -1;
    }
    int result = half(number);
    current = handler.outer;
    return result;
}

int main(void) {
    for (int number = 4; number < 7; number++) {
        int result = try_half(number);
        printf("half of %d: %d\n", number, result);
    }
    return 0;
}
