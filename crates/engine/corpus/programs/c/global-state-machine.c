#include <stdio.h>

typedef struct machine machine;
typedef void state(machine *, char);

struct machine {
    state *now;
    int opened;
    int errors;
};

static void outside(machine *, char);
static void inside(machine *, char);

static void outside(machine *self, char input) {
    if (input == '(') {
        self->opened++;
        self->now = inside;
    } else if (input == ')') {
        self->errors++;
    }
}

static void inside(machine *self, char input) {
    if (input == '(')
        self->opened++;
    if (input == ')' && --self->opened == 0)
        self->now = outside;
}

static machine run(const char *text) {
    machine self = {outside, 0, 0};
    while (*text)
        self.now(&self, *text++);
    return self;
}

int main(void) {
    const char *texts[] = {"(a(b))", ")x(", "((())"};
    for (int i = 0; i < 3; i++) {
        machine end = run(texts[i]);
        printf("%s: open %d, errors %d\n", texts[i], end.opened, end.errors);
    }
    return 0;
}
