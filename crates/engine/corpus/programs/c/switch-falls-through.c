#include <stdio.h>

static int days_left(int month) {
    int days = 0;
    switch (month) {
    case 1:
        days += 31;
        /* fall through */
    case 2:
        days += 28;
        /* fall through */
    case 3:
        days += 31;
        break;
    case 12:
        return -1;
    default:
        days = 30;
    }
    return days;
}

int main(void) {
    for (int month = 1; month <= 4; month++) {
        int days = days_left(month);
        printf("month %d: %d\n", month, days);
    }
    printf("month 12: %d\n", days_left(12));
    return 0;
}
