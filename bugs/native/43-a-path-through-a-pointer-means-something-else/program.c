#include <stdio.h>

static int corner(int grid[2][2], const char **names) {
    int sum = grid[0][0] + names[0][0];
    return sum;
}

int main(void) {
    int grid[2][2] = {{1, 2}, {3, 4}};
    const char *names[] = {"one", "two"};
    printf("%d\n", corner(grid, names));
    return 0;
}
