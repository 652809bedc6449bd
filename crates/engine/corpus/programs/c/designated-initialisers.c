#include <stdio.h>

struct options {
    int width;
    int depth;
    const char *title;
    int limits[4];
};

static const int DAYS[13] = {[2] = 28, [4] = 30, [6] = 30, [9] = 30, [11] = 30};

static int days_of(int month) {
    int days = DAYS[month];
    if (days == 0)
        days = 31;
    return days;
}

int main(void) {
    struct options options = {
        .title = "plain",
        .limits = {[1] = 10, [3] = 30},
        .width = 80,
    };
    printf("%s %d %d\n", options.title, options.width, options.depth);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += options.limits[i];
    printf("sum %d\n", sum);
    int year = 0;
    for (int month = 1; month <= 12; month++)
        year += days_of(month);
    printf("%d days\n", year);
    return 0;
}
