int main(void) {
    int n = 2;
    while
    (
        n != 0
    )
        n = n - 1;
    return 0;
}
