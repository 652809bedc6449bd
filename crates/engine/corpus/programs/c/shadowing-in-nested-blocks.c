#include <stdio.h>

static int value = 1;

static int shadow(int value) {
    int result = value;
    {
        int value = 10;
        result += value;
        {
            int value = 100;
            result += value;
            value++;
        }
        value++;
        result += value;
    }
    for (int value = 0; value < 2; value++) {
        int result = value * 1000;
        (void)result;
    }
    return result + value;
}

int main(void) {
    printf("global %d\n", value);
    int result = shadow(2);
    {
        int value = result;
        value -= 100;
        printf("inner %d\n", value);
    }
    value = 3;
    printf("global %d, result %d\n", value, result);
    return 0;
}
