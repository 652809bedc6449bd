/* Attacks the debugger: the first thread ends, and another one prints and ends the program. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t first;

static void *rest(void *unused) {
    int step = 1;
    pthread_join(first, NULL);
    printf("rest %d\n", step);
    step++;
    printf("rest %d\n", step);
    exit(step);
}

int main(void) {
    pthread_t other;
    first = pthread_self();
    pthread_create(&other, NULL, rest, NULL);
    printf("main\n");
    pthread_exit(NULL);
}
