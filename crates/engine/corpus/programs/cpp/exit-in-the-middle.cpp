#include <cstdio>
#include <cstdlib>

struct Flag {
    int level = 0;
    ~Flag() { std::printf("never printed\n"); }
};

static int weigh(int value) {
    if (value > 3)
        std::exit(value + 1);
    return value * 2;
}

int main() {
    Flag flag;
    for (int i = 0; i < 10; i++) {
        flag.level = weigh(i);
        std::printf("%d\n", flag.level);
    }
    return 0;
}
