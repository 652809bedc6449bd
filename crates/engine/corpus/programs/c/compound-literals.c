#include <stdio.h>

struct size {
    int width, height;
};

static int area(struct size size) {
    return size.width * size.height;
}

static int total(const int *values, int count) {
    int sum = 0;
    while (count-- > 0)
        sum += values[count];
    return sum;
}

static void widen(struct size *size) {
    size->width *= 2;
}

int main(void) {
    int first = area((struct size){3, 4});
    struct size *place = &(struct size){.width = 5, .height = 2};
    widen(place);
    int second = area(*place);
    int sum = total((int[]){1, 2, 3, 4}, 4);
    printf("%d %d %d\n", first, second, sum);
    for (int i = 1; i < 3; i++) {
        struct size size = (struct size){i, i + 1};
        printf("%d\n", area(size));
    }
    return 0;
}
