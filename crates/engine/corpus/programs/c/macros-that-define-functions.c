#include <stdio.h>

#define DEFINE_OPERATION(name, operator)          \
    static int name(int left, int right) {        \
        int result = left operator right;         \
        return result;                            \
    }

DEFINE_OPERATION(add, +)
DEFINE_OPERATION(subtract, -)
DEFINE_OPERATION(multiply, *)

#define SHOW(expression) printf(#expression " = %d\n", expression)

int main(void) {
    int a = 12;
    int b = 5;
    SHOW(add(a, b));
    SHOW(subtract(a, b));
    SHOW(multiply(add(a, 1), subtract(b, 1)));
#ifdef NEVER_DEFINED
    SHOW(a / b);
#else
    SHOW(a & b);
#endif
    return 0;
}
