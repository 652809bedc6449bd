#include <iostream>

class Counter {
public:
    virtual ~Counter() = default;
    virtual void add(int by) { value += by; }
    int get() const { return value; }

protected:
    int value = 0;
};

class Limited : public Counter {
public:
    explicit Limited(int most) : limit(most) {}

    void add(int by) override {
        Counter::add(by);
        if (value > limit) {
            lost += value - limit;
            value = limit;
        }
    }

    int missing() const { return lost; }

private:
    int limit;
    int lost = 0;
};

static void fill(Counter &counter) {
    for (int i = 1; i < 5; i++)
        counter.add(i * 3);
}

int main() {
    Counter plain;
    Limited limited(20);
    fill(plain);
    fill(limited);
    int gap = plain.get() - limited.get();
    std::cout << plain.get() << " " << limited.get() << " " << gap << "\n";
    std::cout << limited.missing() << "\n";
    return 0;
}
