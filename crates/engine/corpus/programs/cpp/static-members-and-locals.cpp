#include <iostream>

class Ticket {
public:
    Ticket() : number(++issued) {}
    int get() const { return number; }
    static int total() { return issued; }

private:
    static int issued;
    int number;
};

int Ticket::issued = 100;

static int remembered(int value) {
    static int last = 0;
    int before = last;
    last = value;
    return before;
}

int main() {
    Ticket first;
    Ticket second;
    int sum = first.get() + second.get();
    int one = remembered(7);
    int two = remembered(9);
    std::cout << sum << " " << Ticket::total() << "\n";
    std::cout << one << two << "\n";
    return 0;
}
