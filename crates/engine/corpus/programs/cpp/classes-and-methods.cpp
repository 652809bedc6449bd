#include <iostream>

class Account {
public:
    explicit Account(int start) : balance(start), moves(0) {}

    bool take(int amount) {
        if (amount > balance)
            return false;
        balance -= amount;
        moves++;
        return true;
    }

    void give(int amount) {
        balance += amount;
        moves++;
    }

    int left() const { return balance; }
    int count() const { return moves; }

private:
    int balance;
    int moves;
};

int main() {
    Account account(50);
    account.give(25);
    bool first = account.take(60);
    bool second = account.take(60);
    int left = account.left();
    std::cout << first << " " << second << " " << left << "\n";
    std::cout << account.count() << " moves\n";
    return 0;
}
