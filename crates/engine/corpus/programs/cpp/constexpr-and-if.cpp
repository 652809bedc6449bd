#include <cstdio>
#include <type_traits>

constexpr int factorial(int n) {
    return n <= 1 ? 1 : n * factorial(n - 1);
}

template <typename T> static int weight(T value) {
    if constexpr (std::is_same<T, bool>::value) {
        return value ? 1 : 0;
    } else {
        int doubled = static_cast<int>(value) * 2;
        return doubled;
    }
}

int main() {
    constexpr int fixed = factorial(5);
    static_assert(fixed == 120, "known when compiled");
    int later = factorial(4);
    int truth = weight(true);
    int letter = weight('c');
    if (int rest = fixed % 7; rest > 0) {
        std::printf("rest %d\n", rest);
    }
    std::printf("%d %d %d %d\n", fixed, later, truth, letter);
    return 0;
}
