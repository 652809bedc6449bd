#include <stdio.h>

int main(void) {
    int visited = 0;
    int skipped = 0;
    for (int i = 0; i < 6; i++) {
        if (i == 4)
            break;
        for (int j = 0; j < 6; j++) {
            if (j == i) {
                skipped++;
                continue;
            }
            if (j > i + 1)
                break;
            visited++;
        }
    }
    printf("visited %d, skipped %d\n", visited, skipped);
    int n = 0;
    while (1) {
        n += 7;
        if (n % 3 != 0)
            continue;
        if (n % 4 == 0)
            break;
        printf("passing %d\n", n);
    }
    printf("found %d\n", n);
    return 0;
}
