#include <iostream>
#include <optional>
#include <string>
#include <variant>

static std::optional<int> digit(char sign) {
    if (sign < '0' || sign > '9')
        return std::nullopt;
    int value = sign - '0';
    return value;
}

static std::variant<int, std::string> parsed(const std::string &text) {
    int number = 0;
    for (char sign : text) {
        auto one = digit(sign);
        if (!one)
            return "no number: " + text;
        number = number * 10 + *one;
    }
    return number;
}

int main() {
    int sum = 0;
    for (const char *text : {"12", "1x", "30"}) {
        auto result = parsed(text);
        if (std::holds_alternative<int>(result)) {
            sum += std::get<int>(result);
        } else {
            std::cout << std::get<std::string>(result) << "\n";
        }
    }
    std::cout << sum << "\n";
    return 0;
}
