#include <stdio.h>

static int sign(int value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

static const char *name(int score) {
    return score >= 90 ? "great"
         : score >= 50 ? "good"
         : score >= 10 ? "poor"
                       : "none";
}

static int seen = 0;

static int see(int value) {
    seen++;
    return value;
}

int main(void) {
    for (int value = -1; value <= 1; value++)
        printf("%d ", sign(value));
    printf("\n");
    int scores[] = {95, 50, 10, 9};
    for (int i = 0; i < 4; i++)
        printf("%s\n", name(scores[i]));
    int chosen = see(1) ? see(2) : see(3);
    int other = see(0) ? see(4) : (see(5), see(6));
    printf("%d %d after %d\n", chosen, other, seen);
    return 0;
}
