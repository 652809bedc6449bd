#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};
struct flag {
    unsigned is_set : 1;
    enum { OFF, ON } state;
    struct {
        int inner;
    };
};

static int add(const struct node *first) {
    int sum = 0;
    while (first) {
        sum += first->value;
        first = first->next;
    }
    return sum;
}

static int *gone(void) {
    int here = 7;
    int *at = &here;
    int *volatile out = at;
    return out;
}

int main(void) {
    struct node last = {3, NULL}, middle = {2, &last};
    struct node first = {1, &middle};
    int numbers[2][2] = {{1, 2}, {3, 4}};
    int *at = &numbers[1][1];
    const int *inside = &first.value;
    const int *dead = gone();
    int *heap = malloc(sizeof *heap);
    char word[8] = "hey";
    const char *letters = word + 1;
    char words[2][4] = {"ab", ""};
    struct flag flag = {1, ON, {5}};
    int sum = add(&first);
    *heap = 7;
    printf("%d %d", sum, *heap);
    free(heap);
    return at == dead || inside == heap || *letters == 'x' || flag.state == OFF || words[1][0] == 'x';
}
