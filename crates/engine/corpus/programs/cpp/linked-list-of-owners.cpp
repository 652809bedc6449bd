#include <iostream>
#include <memory>
#include <utility>

struct Node {
    int value;
    std::unique_ptr<Node> next;
};

static std::unique_ptr<Node> pushed(std::unique_ptr<Node> list, int value) {
    auto node = std::make_unique<Node>();
    node->value = value;
    node->next = std::move(list);
    return node;
}

static int length(const Node *node) {
    int count = 0;
    while (node) {
        count++;
        node = node->next.get();
    }
    return count;
}

int main() {
    std::unique_ptr<Node> list;
    for (int i = 1; i <= 4; i++) {
        list = pushed(std::move(list), i * i);
    }
    int before = length(list.get());
    list = std::move(list->next);
    int after = length(list.get());
    std::cout << list->value << " " << before << " " << after << "\n";
    return 0;
}
