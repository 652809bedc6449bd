#include "limit.h"

int main(void) {
    int size = limit();
    return size - 10;
}
