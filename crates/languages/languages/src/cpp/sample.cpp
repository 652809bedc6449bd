#include <cstdio>

static int add(int amount) {
    int doubled = amount * 2;
    return doubled + 1;
}

int main() {
    int total = add(3);
    printf("%d\n", total);
    return 0;
}
