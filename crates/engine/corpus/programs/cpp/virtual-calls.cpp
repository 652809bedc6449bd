#include <iostream>
#include <memory>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual int area() const = 0;
    virtual const char *name() const { return "shape"; }
};

struct Square : Shape {
    int side;
    explicit Square(int length) : side(length) {}
    int area() const override { return side * side; }
    const char *name() const override { return "square"; }
};

struct Strip : Shape {
    int length;
    explicit Strip(int given) : length(given) {}
    int area() const override {
        int width = 2;
        return length * width;
    }
};

int main() {
    std::vector<std::unique_ptr<Shape>> shapes;
    shapes.push_back(std::make_unique<Square>(3));
    shapes.push_back(std::make_unique<Strip>(5));
    shapes.push_back(std::make_unique<Square>(1));
    int total = 0;
    for (const auto &shape : shapes) {
        int area = shape->area();
        std::cout << shape->name() << " " << area << "\n";
        total += area;
    }
    std::cout << total << "\n";
    return 0;
}
