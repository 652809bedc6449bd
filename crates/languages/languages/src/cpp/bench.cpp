#include <cstdio>

static int count = 0;

static int square(int value) {
    int result = value * value;
    count += 1;
    return result;
}

static int total(int limit) {
    int sum = 0;
    for (int index = 0; index < limit; index += 1) {
        sum += square(index);
        sum -= 1;
    }
    return sum;
}

int main() {
    int first = total(4);
    int second = total(3);
    int third = first + second;
    printf("%d %d\n", third, count);
    third = total(2);
    printf("%d\n", third);
    return 0;
}
