#include <stdio.h>

enum kind { INTEGER, CHARACTER, PAIR };

struct value {
    enum kind kind;
    union {
        long integer;
        char character;
        struct {
            short left, right;
        } pair;
    } as;
};

static long weigh(const struct value *value) {
    switch (value->kind) {
    case INTEGER:
        return value->as.integer;
    case CHARACTER:
        return value->as.character - 'a';
    case PAIR:
        return value->as.pair.left * value->as.pair.right;
    }
    return -1;
}

int main(void) {
    struct value values[3] = {0};
    values[0].kind = INTEGER;
    values[0].as.integer = 40;
    values[1].kind = CHARACTER;
    values[1].as.character = 'd';
    values[2].kind = PAIR;
    values[2].as.pair.left = 6;
    values[2].as.pair.right = 7;
    long sum = 0;
    for (int i = 0; i < 3; i++) {
        long weight = weigh(&values[i]);
        sum += weight;
        printf("%d: %ld\n", i, weight);
    }
    printf("sum %ld\n", sum);
    return 0;
}
