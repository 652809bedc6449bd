#include <stdio.h>

static int digits(int number) {
    int count = 0;
    do {
        number /= 10;
        count++;
    } while (number != 0);
    return count;
}

static int reversed(int number) {
    int result = 0;
    do result = result * 10 + number % 10; while ((number /= 10) > 0);
    return result;
}

int main(void) {
    int numbers[] = {0, 7, 120, 98765};
    int i = 0;
    do {
        int number = numbers[i];
        printf("%d has %d digits, backwards %d\n", number, digits(number), reversed(number));
    } while (++i < 4);
    do {
        printf("once\n");
    } while (0);
    return 0;
}
