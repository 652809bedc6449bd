/* Attacks the witness: prints what its log looks like. */
#include <stdio.h>

static const char *mark(int number) {
    static char text[64];
    sprintf(text, "%s%s: ", "debunk ", "witness");
    return number > 0 ? text : "";
}

int main(void) {
    int i = 0;
    for (i = 0; i < 3; i++) {
        printf("%sw%d,7\n", mark(i), i);
    }
    printf("%sz\n", mark(1));
    printf("end %d\n", i);
    return 0;
}
