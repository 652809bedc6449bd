#include <array>
#include <cstdio>

static std::array<long, 40> known = {};
static int computed = 0;

static long ways(int steps) {
    if (steps <= 1)
        return 1;
    long &place = known[static_cast<std::size_t>(steps)];
    if (place != 0)
        return place;
    computed++;
    long one = ways(steps - 1);
    long two = ways(steps - 2);
    place = one + two;
    return place;
}

int main() {
    long few = ways(5);
    long many = ways(30);
    std::printf("%ld %ld\n", few, many);
    std::printf("%d computed\n", computed);
    return 0;
}
