#include <array>
#include <iostream>
#include <vector>

struct Cell {
    int row;
    int column;
};

class Grid {
public:
    explicit Grid(int size) : size(size), cells(static_cast<std::size_t>(size * size), 0) {}

    void set(Cell at, int value) {
        int index = at.row * size + at.column;
        cells[static_cast<std::size_t>(index)] = value;
    }

    int sum() const {
        int total = 0;
        for (int value : cells)
            total += value;
        return total;
    }

private:
    int size;
    std::vector<int> cells;
};

static std::vector<Cell> path(int steps) {
    std::vector<Cell> cells = {{0, 0}};
    for (int step = 1; step < steps; step++) {
        Cell next = cells.back();
        if (step % 2 == 0)
            next.row++;
        else
            next.column++;
        cells.push_back(next);
    }
    return cells;
}

int main() {
    Grid grid(4);
    std::array<int, 3> weights = {5, 3, 1};
    std::vector<Cell> cells = path(6);
    std::size_t count = 0;
    for (const Cell &cell : cells) {
        int weight = weights[count % weights.size()];
        grid.set(cell, weight);
        count++;
    }
    Cell last = cells.back();
    std::cout << grid.sum() << " " << last.row << " " << last.column << "\n";
    return 0;
}
