#include <stdio.h>

struct point {
    int x;
    int y;
};

struct box {
    struct point low;
    struct point high;
    const char *name;
};

static struct point moved(struct point point, int by) {
    point.x += by;
    point.y += by;
    return point;
}

static void grow(struct box *box, int by) {
    box->low = moved(box->low, -by);
    box->high = moved(box->high, by);
}

static int area(struct box box) {
    int width = box.high.x - box.low.x;
    int height = box.high.y - box.low.y;
    return width * height;
}

int main(void) {
    struct point origin = {0, 0};
    struct box box = {origin, {3, 4}, "crate"};
    printf("%s: %d\n", box.name, area(box));
    grow(&box, 1);
    printf("%s: %d\n", box.name, area(box));
    struct box copy = box;
    copy.high.x = 0;
    printf("%d %d, origin %d\n", area(copy), area(box), origin.x);
    return 0;
}
