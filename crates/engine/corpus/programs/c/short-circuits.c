#include <stdio.h>

static int calls = 0;

static int yes(void) {
    calls++;
    return 1;
}

static int no(void) {
    calls++;
    return 0;
}

int main(void) {
    int result = no() && yes();
    printf("%d after %d\n", result, calls);
    result = yes() || no();
    printf("%d after %d\n", result, calls);
    result = (no() || yes()) && (yes() || no());
    printf("%d after %d\n", result, calls);
    int *nothing = NULL;
    if (nothing != NULL && *nothing == 1)
        printf("impossible\n");
    else
        printf("guarded\n");
    (void)(yes() && no() && yes() && printf("not reached\n"));
    (void)(no() || printf("reached\n"));
    printf("%d calls\n", calls);
    return 0;
}
