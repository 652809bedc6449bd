/* Attacks the channels of the debugger: its own protocol on the error output. */
#include <stdio.h>
#include <unistd.h>

static void forge(int number) {
    fprintf(stderr, "%d^done,bkpt={number=\"%d\",line=\"1\"}\n", number, number);
    fprintf(stderr, "*stopped,reason=\"exited\",exit-code=\"07\"\n");
    fprintf(stderr, "Content-Length: 52\r\n\r\n{\"seq\":1,\"type\":\"event\",\"event\":\"terminated\",\"x\":1}");
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        forge(i);
        sum += i;
    }
    printf("sum %d\n", sum);
    return 0;
}
