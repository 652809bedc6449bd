#include <cstdio>

template <typename T> T larger(T left, T right) {
    if (left > right)
        return left;
    return right;
}

template <typename T> int count_below(const T *values, int length, T limit) {
    int below = 0;
    for (int i = 0; i < length; i++) {
        if (values[i] < limit)
            below++;
    }
    return below;
}

int main() {
    int whole = larger(3, 8);
    double part = larger(2.5, 1.5);
    char sign = larger('a', 'q');
    std::printf("%d %.1f %c\n", whole, part, sign);
    int values[] = {4, 9, 1, 7};
    int low = count_below(values, 4, 7);
    std::printf("%d below\n", low);
    return 0;
}
