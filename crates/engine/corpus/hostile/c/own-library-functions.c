/* Attacks whatever is linked to the program: defines functions of the C library itself. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int called;

int dup2(int from, int to) { called++; return -1; }
int sprintf(char *into, const char *form, ...) { called++; into[0] = 0; return 0; }
int vsprintf(char *into, const char *form, va_list values) { called++; return 0; }
char *getenv(const char *name) { called++; return 0; }
char *secure_getenv(const char *name) { called++; return 0; }

static int twice(int n) {
    int result = n * 2;
    return result;
}

int main(void) {
    int value = twice(4);
    printf("value %d\n", value);
    value = twice(value);
    printf("value %d\n", value);
    return 0;
}
