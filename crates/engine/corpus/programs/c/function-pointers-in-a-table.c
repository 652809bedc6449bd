#include <stdio.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

struct entry {
    char symbol;
    operation apply;
};

static const struct entry TABLE[] = {
    {'+', add},
    {'-', subtract},
    {'*', multiply},
};

static operation find(char symbol) {
    for (unsigned i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++)
        if (TABLE[i].symbol == symbol)
            return TABLE[i].apply;
    return NULL;
}

int main(void) {
    const char *symbols = "+-*/";
    int value = 7;
    for (const char *symbol = symbols; *symbol; symbol++) {
        operation apply = find(*symbol);
        if (!apply) {
            printf("no operation for %c\n", *symbol);
            continue;
        }
        value = apply(value, 3);
        printf("%c 3 = %d\n", *symbol, value);
    }
    return 0;
}
