#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

static int ran = 0;

struct Point {
    int x;
    int y;
};

class Loud {
public:
    explicit Loud(int number) : number(number) {}
    Loud(const Loud &other) : number(other.number) { ran++; }
    ~Loud() { std::cout << "ended " << number << "\n"; }
    bool operator<(const Loud &other) const {
        ran++;
        return number < other.number;
    }
    Loud *operator->() {
        ran++;
        return this;
    }

private:
    int number;
};

struct Node {
    int value;
    std::unique_ptr<Node> next;
};

class Shape {
public:
    virtual ~Shape() = default;
    int sides = 4;
};

static std::size_t length(const std::string &word, const std::vector<int> &numbers, int &out) {
    std::size_t total = word.size() + numbers.size();
    out = 3;
    return total; // in a function
}

static void shrink(std::vector<int> &numbers, int &gone) {
    numbers.clear();
    numbers.push_back(1);
    std::cout << &gone - &gone << "\n";
}

int main() {
    std::map<std::string, int> counts = {{"a", 1}, {"b", 2}};
    std::map<int, std::vector<int>> groups = {{7, {4, 5}}};
    std::multimap<int, int> several = {{1, 2}, {1, 3}};
    std::multiset<int> same = {6, 6};
    std::unordered_map<int, int> table = {{1, 10}};
    std::tuple<int, std::string, Point> three{1, "two", {3, 4}};
    std::tuple<int, int> both{8, 9};
    std::optional<int> some = 3;
    std::optional<int> none;
    std::optional<Point> place = Point{5, 6};
    std::unique_ptr<Point> owner = std::make_unique<Point>(Point{7, 8});
    auto plain = std::make_unique<int>(9);
    std::unique_ptr<int> nothing;
    std::shared_ptr<Point> shared = std::make_shared<Point>(Point{1, 2});
    std::shared_ptr<Point> again = shared;
    std::unique_ptr<Shape> shape = std::make_unique<Shape>();
    Node list{1, std::make_unique<Node>(Node{2, nullptr})};
    auto loud = std::make_unique<Loud>(5);
    std::map<Loud, int> keyed;
    keyed.emplace(Loud(1), 1);
    auto tied = std::tie(ran, both);
    std::vector<int> numbers = {3, 4};
    int out = 0;
    int wide[2] = {1, 2};
    std::size_t total = length("word", numbers, out);
    for (const auto &number : numbers) {
        total += static_cast<std::size_t>(number); // in a loop
    }
    std::vector<int> &lent = numbers;
    const Point &point = *owner;
    shrink(numbers, numbers[1]);
    total += lent.size() + static_cast<std::size_t>(wide[1]); // here
    std::cout << total << counts.size() << groups.size() << several.size() << same.size() << table.size();
    std::cout << std::get<0>(three) << std::get<1>(both) << *some << none.has_value() << place->x << point.y;
    std::cout << *plain << (nothing == nullptr) << shared->y << again->x << shape->sides << list.next->value;
    std::cout << keyed.size() << (loud != nullptr) << std::get<0>(tied) << out << "\n";
    return 0;
}
