#include <iostream>

struct Guard {
    int number;
    explicit Guard(int given) : number(given) { std::cout << "begin " << number << "\n"; }
    Guard(const Guard &) = delete;
    Guard &operator=(const Guard &) = delete;
    ~Guard() { std::cout << "end " << number << "\n"; }
};

static int nested(int depth) {
    Guard guard(depth);
    if (depth == 3)
        return depth;
    int inner = nested(depth + 1);
    return inner * 10 + depth;
}

int main() {
    Guard outer(0);
    int result = nested(1);
    {
        Guard block(9);
        result++;
    }
    std::cout << result << "\n";
    return 0;
}
