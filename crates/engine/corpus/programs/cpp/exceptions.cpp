#include <iostream>
#include <stdexcept>
#include <string>

static int checked(int value) {
    if (value < 0)
        throw std::invalid_argument("negative");
    if (value > 100)
        throw value;
    return value + 1;
}

static std::string attempt(int value) {
    try {
        int result = checked(value);
        return "got " + std::to_string(result);
    } catch (const std::exception &error) {
        return std::string("failed: ") + error.what();
    } catch (int code) {
        int rest = code % 100;
        return "code " + std::to_string(rest);
    }
}

int main() {
    int tries = 0;
    for (int value : {5, -1, 142}) {
        tries++;
        std::cout << attempt(value) << "\n";
    }
    std::cout << tries << "\n";
    return 0;
}
