#include <algorithm>
#include <iostream>
#include <numeric>
#include <vector>

static int odd_sum(const std::vector<int> &values) {
    int sum = 0;
    for (int value : values) {
        if (value % 2 == 0)
            continue;
        sum += value;
    }
    return sum;
}

int main() {
    std::vector<int> values = {5, 3, 8, 1, 9, 2};
    std::sort(values.begin(), values.end());
    int middle = values[values.size() / 2];
    values.erase(std::remove(values.begin(), values.end(), 8), values.end());
    int all = std::accumulate(values.begin(), values.end(), 0);
    int odd = odd_sum(values);
    std::cout << middle << " " << all << " " << odd << "\n";
    for (int value : values)
        std::cout << value << (value == values.back() ? "\n" : " ");
    return 0;
}
