#include <stdio.h>

static int last(int rows[][3]) {
    return rows[1][2];
}

int main(void) {
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
    printf("%d\n", last(rows));
    return 0;
}
