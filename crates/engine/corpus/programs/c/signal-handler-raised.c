#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t caught = 0;
static volatile sig_atomic_t last = 0;

static void on_signal(int number) {
    caught++;
    last = number == SIGUSR1 ? 1 : 2;
}

int main(void) {
    if (signal(SIGUSR1, on_signal) == SIG_ERR)
        return 1;
    printf("before: %d\n", (int)caught);
    raise(SIGUSR1);
    printf("after: %d, last %d\n", (int)caught, (int)last);
    signal(SIGUSR1, on_signal);
    signal(SIGUSR2, on_signal);
    for (int i = 0; i < 2; i++)
        raise(i == 0 ? SIGUSR2 : SIGUSR1);
    printf("at the end: %d, last %d\n", (int)caught, (int)last);
    return 0;
}
