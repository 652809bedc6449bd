#include <stdio.h>

#define SIZE 3

static void multiply(int left[SIZE][SIZE], int right[SIZE][SIZE], int product[SIZE][SIZE]) {
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            int sum = 0;
            for (int k = 0; k < SIZE; k++)
                sum += left[row][k] * right[k][column];
            product[row][column] = sum;
        }
    }
}

int main(void) {
    int shift[SIZE][SIZE] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
    int grid[SIZE][SIZE] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    int product[SIZE][SIZE] = {{0}};
    multiply(shift, grid, product);
    for (int row = 0; row < SIZE; row++)
        printf("%d %d %d\n", product[row][0], product[row][1], product[row][2]);
    return 0;
}
