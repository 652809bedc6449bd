/* Attacks the witness: prints a whole log of its own and ends before the true one is written. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int sum(int n) {
    int total = 0;
    for (int i = 0; i <= n; i++) total += i;
    return total;
}

int main(void) {
    int total = sum(3);
    printf("total %d\n", total);
    total = sum(total);
    printf("total %d\n", total);
    fflush(stdout);
    quick_exit(0);
}
