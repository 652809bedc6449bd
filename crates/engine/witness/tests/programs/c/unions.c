#include <stdio.h>
#include <string.h>

enum kind { WHOLE, PART };
union number {
    int whole;
    double part;
    char letters[8];
    struct {
        short left, right;
    } pair;
};
typedef union {
    unsigned char small;
    unsigned long large;
} size;
struct value {
    enum kind kind;
    union number as;
    int count;
};

static void set(union number *number) {
    number->part = 2.5;
}

static int recursive(int depth) {
    union number own = {.part = 0.5};
    if (depth > 0) {
        own.whole = depth;
        recursive(depth - 1);
    }
    depth += own.whole == 1; // deep
    return depth;
}

int main(int argc, char **argv) {
    union number given = {7};
    union number later;
    union number never;
    union number replaced = {1};
    union number lent = {2};
    union number copied = {3};
    union number maybe = {4};
    size named = {.large = 9};
    struct value value = {WHOLE, {5}, 1};
    struct value other = {PART, {6}, 2};
    later.whole = 1;
    later.part = 1.5;
    replaced.pair.left = 8;
    set(&lent);
    memcpy(copied.letters, "abc", 4);
    if (argc > 5)
        maybe.part = 3.5;
    value.kind = PART;
    value.as.whole = 45;
    value.count++;
    other.as = given;
    for (int i = 0; i < 2; i++) {
        if (i == 1) {
            named.small = 'x';
        }
        given.whole += recursive(i);
    }
    int sum = given.whole + (int)later.part + replaced.pair.left + (int)lent.part;
    sum += copied.letters[0] + maybe.whole + named.small + value.as.whole; // here
    printf("%d %d %d %d\n", sum, value.count, other.as.whole, argv[0] == 0);
    return sizeof never > 100;
}
