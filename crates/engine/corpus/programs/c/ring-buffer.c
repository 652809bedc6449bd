#include <stdbool.h>
#include <stdio.h>

#define CAPACITY 4

struct ring {
    int slots[CAPACITY];
    int head;
    int used;
};

static bool put(struct ring *ring, int value) {
    if (ring->used == CAPACITY)
        return false;
    int tail = (ring->head + ring->used) % CAPACITY;
    ring->slots[tail] = value;
    ring->used++;
    return true;
}

static bool take(struct ring *ring, int *value) {
    if (ring->used == 0)
        return false;
    *value = ring->slots[ring->head];
    ring->head = (ring->head + 1) % CAPACITY;
    ring->used--;
    return true;
}

int main(void) {
    struct ring ring = {{0}, 0, 0};
    int refused = 0, value = 0, sum = 0;
    for (int i = 1; i <= 10; i++) {
        if (!put(&ring, i * i))
            refused++;
        if (i % 3 == 0 && take(&ring, &value))
            sum += value;
    }
    while (take(&ring, &value))
        sum = sum * 2 + value;
    printf("refused %d, sum %d\n", refused, sum);
    return 0;
}
