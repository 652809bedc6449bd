#include <stdio.h>

static int evaluate(const char *program) {
    int stack[8] = {0};
    int top = 0;
    for (; *program; program++) {
        switch (*program) {
        case '0': case '1': case '2': case '3': case '4':
        case '5': case '6': case '7': case '8': case '9':
            stack[top++] = *program - '0';
            break;
        case '+':
            top--;
            stack[top - 1] += stack[top];
            break;
        case '-':
            top--;
            stack[top - 1] -= stack[top];
            break;
        case '*': {
            int right = stack[--top];
            int left = stack[--top];
            stack[top++] = left * right;
            break;
        }
        default:
            return -1;
        }
    }
    return stack[0];
}

int main(void) {
    printf("%d\n", evaluate("12+3*"));
    printf("%d\n", evaluate("92-4-"));
    printf("%d\n", evaluate("1?"));
    return 0;
}
