#include <stdio.h>

static int triangle(int rows) {
    int cells[rows][rows];
    int largest = 0;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < rows; column++) {
            if (column == 0 || column == row)
                cells[row][column] = 1;
            else if (column > row)
                cells[row][column] = 0;
            else
                cells[row][column] = cells[row - 1][column - 1] + cells[row - 1][column];
            if (cells[row][column] > largest)
                largest = cells[row][column];
        }
    }
    return largest;
}

static int sum(int count, const int values[count]) {
    int total = 0;
    for (int i = 0; i < count; i++)
        total += values[i];
    return total;
}

int main(void) {
    for (int size = 1; size <= 4; size++) {
        int values[size];
        for (int i = 0; i < size; i++)
            values[i] = triangle(i + 1);
        printf("size %d: %d of %d bytes\n", size, sum(size, values), (int)sizeof values);
    }
    return 0;
}
