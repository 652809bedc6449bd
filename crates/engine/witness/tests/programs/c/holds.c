#include <stdbool.h>
#include <stdio.h>

#define COUNT 3

typedef unsigned long size;
enum colour { RED, GREEN = 4, BLUE };
struct point {
    int x, y;
};
struct box {
    struct point at;
    enum colour colour;
    unsigned flags : 3;
    char name[8];
    struct box *next;
};

static int inner(int *numbers) {
    int sum = numbers[0];
    sum += 1;
    return sum;
}

static int outer(int *numbers) {
    return inner(numbers);
}

int main(void) {
    char letter = 'a', quote = '\'', end = 0;
    bool is_done = true;
    double fraction = 0.1;
    float small = 0.1f;
    size large = -1;
    enum colour colour = GREEN;
    enum colour mixed = 5 | 2;
    int *nothing = 0;
    int numbers[COUNT] = {3};
    int *something = numbers;
    int grid[2][2] = {{1}, {2, 3}};
    struct box box = {{1, -2}, RED, 5, "box", 0};
    struct point pairs[] = {{1, 2}, {3}};
    struct point copied = pairs[0];
    struct point replaced = {1, 2};
    int raw[3];
    replaced = copied;
    numbers[1] = 4;
    int sum = outer(numbers);
    raw[0] = replaced.x;
    printf("%d %c %d %d\n", sum, letter, raw[0], is_done);
    return something == nothing || quote == end || fraction < small || large == 0 || colour == mixed
        || grid[0][0] == 2 || box.flags == 1;
}
