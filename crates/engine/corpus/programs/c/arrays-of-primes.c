#include <stdbool.h>
#include <stdio.h>

#define LIMIT 40

int main(void) {
    bool composite[LIMIT] = {false};
    int primes[LIMIT] = {0};
    int count = 0;
    for (int n = 2; n < LIMIT; n++) {
        if (composite[n])
            continue;
        primes[count++] = n;
        for (int multiple = n * n; multiple < LIMIT; multiple += n)
            composite[multiple] = true;
    }
    printf("%d primes below %d, the last is %d\n", count, LIMIT, primes[count - 1]);
    int gaps = 0;
    for (int i = 1; i < count; i++) {
        int gap = primes[i] - primes[i - 1];
        if (gap == 2) gaps++;
    }
    printf("%d twins\n", gaps);
    return 0;
}
