/* Attacks the output: goes back in it, cuts it and writes over what was printed. */
#include <stdio.h>
#include <unistd.h>

static int back(void) {
    long place = (long)lseek(1, 0, SEEK_SET);
    int cut = ftruncate(1, 0);
    return place == 0 && cut == 0;
}

int main(void) {
    int moved = 0;
    printf("first line of the output\n");
    fflush(stdout);
    moved = back();
    printf("second\n");
    fflush(stdout);
    return moved;
}
