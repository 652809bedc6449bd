#include <stdio.h>

static int moves;

static void move(int height, char from, char to, char over) {
    if (height == 0)
        return;
    move(height - 1, from, over, to);
    moves++;
    if (height == 3)
        printf("the largest goes from %c to %c as move %d\n", from, to, moves);
    move(height - 1, over, to, from);
}

int main(void) {
    moves = 0;
    move(3, 'A', 'C', 'B');
    printf("%d moves\n", moves);
    return 0;
}
