#include <pthread.h>
#include <stdio.h>

struct job {
    int number;
    int result;
};

static void *run(void *argument) {
    struct job *job = argument;
    int sum = 0;
    for (int i = 1; i <= job->number; i++)
        sum += i;
    job->result = sum;
    return job;
}

int main(void) {
    int total = 0;
    for (int number = 2; number <= 4; number++) {
        struct job job = {number, 0};
        pthread_t thread;
        void *returned = NULL;
        if (pthread_create(&thread, NULL, run, &job) != 0)
            return 1;
        if (pthread_join(thread, &returned) != 0)
            return 1;
        total += job.result;
        printf("job %d: %d %s\n", number, job.result, returned == &job ? "same" : "other");
    }
    printf("total %d\n", total);
    return 0;
}
