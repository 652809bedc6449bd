#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...) {
    va_list arguments;
    int total = 0;
    va_start(arguments, count);
    for (int i = 0; i < count; i++) {
        int value = va_arg(arguments, int);
        total += value;
    }
    va_end(arguments);
    return total;
}

static void report(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("report: ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

int main(void) {
    int nothing = sum(0);
    int some = sum(3, 10, 20, 30);
    report("%d and %d", nothing, some);
    report("%s", "no numbers");
    report("%c%c %ld", 'o', 'k', 5L);
    return 0;
}
