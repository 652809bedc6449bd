#include <iostream>
#include <queue>
#include <utility>
#include <vector>

static int shortest(const std::vector<std::vector<int>> &grid) {
    int size = static_cast<int>(grid.size());
    std::vector<int> distance(static_cast<std::size_t>(size * size), -1);
    std::queue<std::pair<int, int>> open;
    open.push({0, 0});
    distance[0] = 0;
    const int moves[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    while (!open.empty()) {
        auto [row, column] = open.front();
        open.pop();
        int here = distance[row * size + column];
        for (const auto &move : moves) {
            int to_row = row + move[0];
            int to_column = column + move[1];
            if (to_row < 0 || to_column < 0 || to_row >= size || to_column >= size)
                continue;
            int &there = distance[to_row * size + to_column];
            if (grid[to_row][to_column] == 1 || there >= 0)
                continue;
            there = here + 1;
            open.push({to_row, to_column});
        }
    }
    return distance.back();
}

int main() {
    std::vector<std::vector<int>> grid = {{0, 1, 0}, {0, 1, 0}, {0, 0, 0}};
    int steps = shortest(grid);
    std::cout << steps << "\n";
    grid[2][1] = 1;
    std::cout << shortest(grid) << "\n";
    return 0;
}
