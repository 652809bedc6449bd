#include <functional>
#include <iostream>
#include <vector>

static int apply(const std::vector<std::function<int(int)>> &steps, int value) {
    for (const auto &step : steps) {
        value = step(value);
    }
    return value;
}

int main() {
    int calls = 0;
    int base = 10;
    auto add = [base](int value) { return value + base; };
    auto twice = [&calls](int value) {
        calls++;
        int result = value * 2;
        return result;
    };
    int first = apply({add, twice}, 1);
    base = 100;
    int second = apply({twice, add, twice}, 3);
    auto counter = [count = 5]() mutable { return ++count; };
    counter();
    int third = counter();
    std::cout << first << " " << second << " " << third << " " << calls << "\n";
    return 0;
}
