#include <stdio.h>

static int work(int fail_at) {
    int result = -1;
    int opened = 0;
    if (fail_at == 1)
        goto done;
    opened++;
    if (fail_at == 2)
        goto close_first;
    opened++;
    if (fail_at == 3)
        goto close_second;
    result = 0;
close_second:
    opened--;
close_first:
    opened--;
done:
    printf("fail at %d: result %d, still open %d\n", fail_at, result, opened);
    return result;
}

int main(void) {
    int failures = 0;
    for (int i = 0; i < 4; i++)
        if (work(i) != 0)
            failures++;
    printf("%d failures\n", failures);
    return 0;
}
