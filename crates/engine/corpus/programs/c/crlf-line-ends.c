#include <stdio.h>

static int digit_sum(int number) {
    int sum = 0;
    while (number > 0) {
        sum += number % 10;
        number /= 10;
    }
    return sum;
}

int main(void) {
    int found = 0;
    for (int n = 10; n < 60; n++) {
        if (digit_sum(n) == 7)
            found++;
    }
    printf("%d numbers\n", found);
    return 0;
}
