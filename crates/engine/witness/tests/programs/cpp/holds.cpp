#include <array>
#include <deque>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

static int ran = 0;

struct Point {
    int x;
    int y;
};

struct Raw {
    int unset;
    std::string name;
};

namespace inner {

class Account {
public:
    explicit Account(int start) : balance(start), moves{0} {}

    Account *operator&() {
        ran++;
        return this;
    }

    bool operator==(const Account &) const {
        ran++;
        return false;
    }

    operator int() const {
        ran++;
        return 0;
    }

private:
    int balance;
    int moves;
    int late;
    std::vector<int> history{1, 2};
    static int total;
};

int Account::total = 3;

} // namespace inner

template <typename T> class Box {
public:
    explicit Box(T value) : value(value) {}
    const T &get() const { return value; }
    void keep();

private:
    T value;
    int uses = 7;
};

template <typename T> void Box<T>::keep() { uses++; }

class Derived : public Box<int> {
public:
    Derived() : Box<int>(4) {}
    unsigned char letter = 'x';
    double half = 0.5;
    bool is_set = true;
    int numbers[3] = {1, 2, 3};
    int *nothing = nullptr;
};

enum class Colour { red, green };

static Point made(int x) { return {x, x + 1}; }

static int sum(std::vector<int> values, const std::string &name) {
    int total = 0;
    for (int value : values)
        total += value;
    total += static_cast<int>(name.size());
    return total;
}

int main() {
    std::vector<int> numbers = {3, -4, 5};
    std::vector<std::vector<int>> grid = {{1, 2}, {3}};
    std::vector<std::string> names{"a", "b c", "d/e"};
    std::vector<bool> bits = {true, false};
    std::vector<Point> points = {{1, 2}, {3, 4}};
    std::vector<int> none;
    std::array<int, 3> fixed = {7, 8, 9};
    std::deque<int> queue = {1, 2};
    std::list<int> chain = {4, 5};
    std::set<int> ordered = {9, 8};
    std::string word = "hello";
    std::string late;
    late = "late " + word;
    std::string quoted = "say \"x\"";
    std::pair<int, std::string> pair = {1, "one"};
    std::map<std::string, int> counts = {{"a", 1}};
    std::tuple<int, int> both{1, 2};
    std::optional<int> maybe = 3;
    auto owner = std::make_unique<Point>();
    Point point = made(5);
    Point *to_point = owner.get();
    Raw raw;
    raw.name = "raw";
    raw.unset = 3;
    inner::Account account(50);
    Box<std::string> box("boxed");
    Derived derived;
    Colour colour = Colour::green;
    int plain[2][2] = {{1, 2}, {3, 4}};
    auto half = 2.5;
    std::size_t size = numbers.size();
    char letter = 'q';
    auto add = [&](int by) { return by + plain[0][0]; };
    int total = sum(numbers, word);
    total += add(1); // here
    std::cout << total << grid.size() << names[1] << bits.size() << points[1].x << none.size() << "\n";
    std::cout << fixed[0] << queue[0] << chain.front() << ordered.size() << late << quoted << "\n";
    std::cout << pair.first << counts.size() << std::get<0>(both) << *maybe << to_point->x << point.y;
    std::cout << raw.unset << raw.name << box.get() << static_cast<int>(colour) << half << size << letter;
    std::cout << derived.half << ran << "\n";
    (void)account;
    return 0;
}
