#include <iostream>

struct Fraction {
    int over;
    int under;
};

static int common(int left, int right) {
    while (right != 0) {
        int rest = left % right;
        left = right;
        right = rest;
    }
    return left;
}

static Fraction reduced(int over, int under) {
    int factor = common(over, under);
    return {over / factor, under / factor};
}

static Fraction operator+(const Fraction &left, const Fraction &right) {
    int over = left.over * right.under + right.over * left.under;
    int under = left.under * right.under;
    return reduced(over, under);
}

static bool operator==(const Fraction &left, const Fraction &right) {
    return left.over == right.over && left.under == right.under;
}

static std::ostream &operator<<(std::ostream &out, const Fraction &value) {
    return out << value.over << "/" << value.under;
}

int main() {
    Fraction half = {1, 2};
    Fraction sixth = {1, 6};
    Fraction sum = half + sixth;
    bool same = sum == Fraction{2, 3};
    std::cout << sum << " " << same << "\n";
    return 0;
}
