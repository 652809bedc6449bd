#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t stop = 0;
static volatile sig_atomic_t ticks = 0;

static void on_tick(int number) {
    (void)number;
    ticks = ticks + 1;
    if (ticks == 3)
        stop = 1;
}

static int work(int round) {
    int result = round * 2;
    if (round % 2 == 0) {
        signal(SIGALRM, on_tick);
        raise(SIGALRM);
        result++;
    }
    return result;
}

int main(void) {
    int sum = 0;
    int round = 0;
    while (!stop) {
        sum += work(round);
        round++;
    }
    printf("%d rounds, sum %d, %d ticks\n", round, sum, (int)ticks);
    return 0;
}
