#include <stdio.h>

static void nothing(void) {}

static void nothing_at_all(void)
{
}

static void ignore(int value) {
    (void)value;
}

static void only_a_return(void) {
    return;
}

static void empty_statements(void) {
    ;
    ;;
    {}
    { ; }
}

int main(void) {
    int count = 0;
    nothing();
    count++;
    nothing_at_all();
    count++;
    ignore(count);
    only_a_return();
    empty_statements();
    for (int i = 0; i < 2; i++)
        nothing();
    if (count == 2)
        ;
    else
        count = 0;
    printf("%d\n", count);
    return 0;
}
