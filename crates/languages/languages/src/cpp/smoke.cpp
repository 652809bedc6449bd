#include <cstdio>

static int add(int first, int second)
{
    int sum = first + second;
    return sum;
}

int main()
{
    int one = add(1, 2);
    printf("%d\n", one);
    printf("%d\n", add(30, 12));
    return 0;
}
