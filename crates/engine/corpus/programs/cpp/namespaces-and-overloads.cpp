#include <iostream>
#include <string>

namespace shapes {
int made = 0;

int size(int side) {
    made++;
    return side * side;
}

int size(int width, int height) {
    made++;
    return width * height;
}

namespace inner {
std::string size(const std::string &name) {
    int letters = static_cast<int>(name.size());
    return name + ":" + std::to_string(letters);
}
} // namespace inner
} // namespace shapes

int main() {
    int square = shapes::size(4);
    int flat = shapes::size(2, 9);
    std::string named = shapes::inner::size("dot");
    std::cout << square << " " << flat << " " << named << "\n";
    using shapes::made;
    std::cout << made << "\n";
    return 0;
}
