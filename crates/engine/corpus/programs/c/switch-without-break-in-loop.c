#include <stdio.h>

enum state { START, WORD, NUMBER, END };

static int count_tokens(const char *text) {
    enum state state = START;
    int tokens = 0;
    for (const char *at = text; state != END; at++) {
        switch (state) {
        case START:
            if (*at == '\0')
                state = END;
            else if (*at >= '0' && *at <= '9')
                tokens++, state = NUMBER;
            else if (*at != ' ') {
                tokens++;
                state = WORD;
            }
            continue;
        case WORD:
        case NUMBER:
            if (*at == ' ')
                state = START;
            if (*at == '\0')
                state = END;
            break;
        case END:
            break;
        }
    }
    return tokens;
}

int main(void) {
    const char *lines[] = {"one 2 three", "", " 44 "};
    for (int i = 0; i < 3; i++)
        printf("%d tokens\n", count_tokens(lines[i]));
    return 0;
}
