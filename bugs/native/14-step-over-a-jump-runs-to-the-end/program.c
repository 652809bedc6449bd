#include <setjmp.h>
#include <stdio.h>

static jmp_buf rescue;

static void fail(void) {
    longjmp(rescue, 1);
}

int main(void) {
    if (setjmp(rescue) == 0) {
        fail();
        puts("not reached");
    } else {
        puts("rescued");
    }
    puts("done");
    return 0;
}
