#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    const char *name;
    int age;
};

static int by_age(const void *left, const void *right) {
    const struct person *a = left;
    const struct person *b = right;
    if (a->age != b->age)
        return a->age < b->age ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int backwards(const void *left, const void *right) {
    int a = *(const int *)left, b = *(const int *)right;
    return (b > a) - (b < a);
}

int main(void) {
    struct person people[] = {{"Dora", 41}, {"Abel", 29}, {"Cleo", 41}, {"Bert", 18}};
    qsort(people, 4, sizeof people[0], by_age);
    for (int i = 0; i < 4; i++)
        printf("%s %d\n", people[i].name, people[i].age);
    int numbers[] = {2, 9, 4};
    qsort(numbers, 3, sizeof numbers[0], backwards);
    printf("%d %d %d\n", numbers[0], numbers[1], numbers[2]);
    return 0;
}
