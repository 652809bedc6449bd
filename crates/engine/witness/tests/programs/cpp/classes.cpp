#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace outer {
namespace inner {

template <typename T, unsigned long N> class Ring {
public:
    static constexpr unsigned long capacity = N;

    Ring() = default;
    Ring(std::initializer_list<T> given) {
        for (const T &value : given)
            push(value);
    }
    Ring(const Ring &) = delete;
    Ring(Ring &&) = default;

    void push(const T &value) {
        items[used % N] = value;
        used++;
    }
    const T &operator[](unsigned long at) const { return items[at % N]; }

    class Iterator {
    public:
        explicit Iterator(const Ring &ring) : ring(ring) {}
        bool next() { return ++at < ring.used; }

    private:
        const Ring &ring;
        unsigned long at = 0;
    };

    Iterator iterator() const { return Iterator(*this); }

private:
    T items[N]{};
    unsigned long used = 0;
};

} // namespace inner

struct Flags {
    unsigned low : 3;
    unsigned high : 5;
    bool is_set;
};

union Number {
    int whole;
    float fraction;
};

struct Point {
    int x, y;
    Point operator+(const Point &other) const { return {x + other.x, y + other.y}; }
};

struct Line : Point {
    Point end{};
    struct {
        int inside;
    } part{};
    int (*action)(int) = nullptr;
};

} // namespace outer

template <typename Derived> class Counted {
public:
    Counted() { count++; }
    ~Counted() { count--; }
    Counted(const Counted &) { count++; }
    static int count;
};

template <typename Derived> int Counted<Derived>::count = 0;

class Shape {
public:
    virtual ~Shape() = default;
    virtual int area() const = 0;

protected:
    std::string label{"shape"};
};

class Square final : public Shape, private Counted<Square> {
public:
    explicit Square(int side) noexcept : side{side} {}
    Square() : Square(1) {}
    int area() const override { return side * side; }
    friend std::ostream &operator<<(std::ostream &out, const Square &square) {
        return out << square.label << square.side;
    }

private:
    int side;
    mutable int asked = 0;
    volatile int touched = 0;
};

template <> class outer::inner::Ring<bool, 1> {
public:
    bool kept = true;
};

class Owner {
public:
    explicit Owner(int size) : values(new int[static_cast<unsigned long>(size)]()), size(size) {}
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    Owner(Owner &&other) noexcept : values(other.values), size(other.size) { other.values = nullptr; }
    ~Owner() { delete[] values; }
    int *begin() { return values; }
    int *end() { return values + size; }

private:
    int *values;
    int size;
};

struct Convertible {
    Convertible(const std::vector<int> &) : number(1) {}
    operator std::string() const { return "converted"; }
    bool operator<(const Convertible &other) const { return number < other.number; }
    int number;
};

template <typename... Types> static int many(const Types &...values) {
    int sizes[] = {static_cast<int>(sizeof(values))...};
    int total = 0;
    for (int size : sizes)
        total += size > 0;
    return total;
}

static std::vector<int> doubled(std::vector<int> values) {
    std::transform(values.begin(), values.end(), values.begin(), [](int n) { return n * 2; });
    return values;
}

static int classify(const std::variant<int, std::string> &value) {
    struct Visitor {
        int operator()(int number) const { return number; }
        int operator()(const std::string &text) const { return static_cast<int>(text.size()); }
    };
    Visitor visitor;
    int result = std::visit(visitor, value);
    return result;
}

int main(int argc, char **) {
    outer::inner::Ring<int, 3> ring{1, 2, 3, 4};
    outer::inner::Ring<bool, 1> one;
    auto iterator = ring.iterator();
    outer::Flags flags{1, 2, true};
    outer::Number number{7};
    outer::Point point{1, 2};
    outer::Line line;
    line.end = point + outer::Point{3, 4};
    Square square(3), other;
    std::unique_ptr<Shape> shape = std::make_unique<Square>(4);
    Owner owner(3);
    Owner moved = std::move(owner);
    int total = 0;
    for (int &value : moved) {
        value = total++;
    }
    Convertible convertible(std::vector<int>{1});
    std::vector<Convertible> listed{convertible};
    std::map<std::string, std::vector<int>> grouped = {{"a", {1}}};
    for (auto &[key, values] : grouped) {
        values.push_back(static_cast<int>(key.size()));
    }
    auto [left, right] = std::minmax(4, 9);
    auto lowest = std::minmax({5, 3});
    std::function<int(int)> add = [&](int by) { return by + total; };
    std::string_view view = "viewed";
    std::vector<int> numbers = doubled({1, 2, 3});
    std::array<std::array<int, 2>, 2> nested = {{{1, 2}, {3, 4}}};
    const std::string &name = grouped.begin()->first;
    auto *pointer = &numbers[0];
    decltype(total) same = total;
    int sized[3] = {1, 2, argc};
    char text[6] = "hello";
    switch (argc) {
    case 0: {
        std::string unused = "never";
        std::cout << unused;
        break;
    }
    default:
        total += sized[1];
    }
    if (auto found = grouped.find("a"); found != grouped.end()) {
        total += static_cast<int>(found->second.size());
    }
    try {
        std::vector<int> few(2);
        total += few.at(5);
    } catch (const std::exception &error) {
        std::string reason = "caught";
        total += static_cast<int>(reason.size()) + (error.what() != nullptr);
    }
    goto out;
out:
    std::cout << ring[1] << one.kept << iterator.next() << flags.high << number.whole << line.end.x << "\n";
    std::cout << square << other << shape->area() << listed.size() << left << right << lowest.first << "\n";
    std::cout << add(1) << view << numbers[2] << nested[1][0] << name << *pointer << same << text << "\n";
    std::cout << many(1, 'a', "b") << classify(5) << Counted<Square>::count << total << "\n";
    return 0;
}
