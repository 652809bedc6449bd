#include <iostream>

static void swap_values(int &left, int &right) {
    int kept = left;
    left = right;
    right = kept;
}

static int &largest(int &first, int &second) {
    if (first > second)
        return first;
    return second;
}

static int total(const int &value, int times) {
    int sum = 0;
    for (int i = 0; i < times; i++)
        sum += value;
    return sum;
}

int main() {
    int one = 4;
    int two = 7;
    swap_values(one, two);
    largest(one, two) = 1;
    int &name = two;
    name += 10;
    int sum = total(two, 3);
    std::cout << one << " " << two << " " << sum << "\n";
    return 0;
}
