/* Attacks lines: the program says that its lines are others, and in another file. */
#include <stdio.h>

static int work(int n) {
    int total = n;
#line 3
    total += 1;
    total += 2;
#line 100 "other.c"
    total += 3;
    return total;
}

#line 12 "line-directives.c"
int main(void) {
    int value = work(1);
    value = work(value);
    printf("value %d\n", value);
    return 0;
}
