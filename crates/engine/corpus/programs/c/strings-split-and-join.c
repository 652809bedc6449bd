#include <stdio.h>
#include <string.h>

static int split(const char *line, char words[][12], int limit) {
    int count = 0;
    int at = 0;
    for (; *line != '\0' && count < limit; line++) {
        if (*line == ',') {
            words[count][at] = '\0';
            count++;
            at = 0;
        } else if (at < 11) {
            words[count][at++] = *line;
        }
    }
    if (count < limit) {
        words[count][at] = '\0';
        count++;
    }
    return count;
}

int main(void) {
    char words[4][12] = {{0}};
    int count = split("alpha,beta,,gamma", words, 4);
    char joined[64] = "";
    for (int i = count - 1; i >= 0; i--) {
        strcat(joined, words[i]);
        if (i > 0)
            strcat(joined, "/");
    }
    printf("%d words: %s\n", count, joined);
    printf("%s\n", strcmp(words[0], words[1]) < 0 ? "in order" : "out of order");
    return 0;
}
