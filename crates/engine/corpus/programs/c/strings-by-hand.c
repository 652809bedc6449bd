#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void reverse(char *text) {
    size_t low = 0;
    size_t high = strlen(text);
    while (high > 0 && low < --high) {
        char kept = text[low];
        text[low++] = text[high];
        text[high] = kept;
    }
}

static int is_palindrome(const char *text) {
    char clean[64] = "";
    size_t used = 0;
    for (; *text && used + 1 < sizeof clean; text++)
        if (isalpha((unsigned char)*text))
            clean[used++] = (char)tolower((unsigned char)*text);
    clean[used] = '\0';
    char backwards[64] = "";
    strcpy(backwards, clean);
    reverse(backwards);
    return strcmp(clean, backwards) == 0;
}

int main(void) {
    char word[] = "debugger";
    reverse(word);
    printf("%s\n", word);
    printf("%d\n", is_palindrome("Never odd or even"));
    printf("%d\n", is_palindrome("Sometimes odd"));
    return 0;
}
