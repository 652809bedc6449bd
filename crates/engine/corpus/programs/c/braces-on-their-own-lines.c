#include <stdio.h>

static int
collatz
(
    int n
)
{
    int steps = 0;
    while
    (
        n != 1
    )
    {
        if (n % 2 == 0)
        {
            n = n / 2;
        }
        else
        {
            n = 3 * n + 1;
        }
        steps++;
    }
    return
        steps;
}

int main(void)
{
    int total = 0;
    for
    (
        int n = 1;
        n <= 5;
        n++
    )
    {
        total += collatz(n);
    }
    printf("%d\n", total);
    return 0;
}
