#include <setjmp.h>
#include <stdio.h>

static jmp_buf rescue;
static int depth_reached = 0;

static int descend(int depth) {
    depth_reached = depth;
    if (depth == 3)
        longjmp(rescue, 1);
    if (depth > 9)
        return depth;
    int deeper = descend(depth + 1);
    printf("never printed\n");
    return deeper;
}

int main(void) {
    volatile int tries = 0;
    if (setjmp(rescue) == 0) {
        printf("first time\n");
        tries++;
        descend(0);
    } else {
        printf("came back from depth %d\n", depth_reached);
        tries++;
    }
    if (tries < 3) {
        printf("try again\n");
        longjmp(rescue, 9);
    }
    printf("%d tries\n", tries);
    return 0;
}
