#include <iostream>

template <typename T, int Size> class Stack {
public:
    bool push(const T &value) {
        if (used == Size)
            return false;
        items[used++] = value;
        return true;
    }

    T pop() {
        T top = items[--used];
        return top;
    }

    int size() const { return used; }

private:
    T items[Size] = {};
    int used = 0;
};

int main() {
    Stack<int, 3> stack;
    int refused = 0;
    for (int i = 1; i <= 4; i++) {
        if (!stack.push(i * 10))
            refused++;
    }
    int sum = 0;
    while (stack.size() > 0) {
        int top = stack.pop();
        sum = sum * 2 + top;
    }
    std::cout << sum << " " << refused << "\n";
    return 0;
}
