#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        exit(3);
    node->value = value;
    node->next = head;
    return node;
}

static struct node *reverse(struct node *head) {
    struct node *done = NULL;
    while (head) {
        struct node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 1; i <= 4; i++)
        list = push(list, i * i);
    list = reverse(list);
    while (list) {
        struct node *next = list->next;
        printf("%d\n", list->value);
        free(list);
        list = next;
    }
    return 0;
}
