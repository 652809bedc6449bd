#include <stdio.h>

static double root(double value) {
    double guess = value / 2;
    for (int i = 0; i < 20; i++) {
        double next = (guess + value / guess) / 2;
        double change = next - guess;
        guess = next;
        if (change < 1e-12 && change > -1e-12)
            break;
    }
    return guess;
}

static float mean(const float *values, int count) {
    float sum = 0.0f;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / (float)count;
}

int main(void) {
    float values[] = {0.5f, 1.25f, 2.0f, 8.25f};
    printf("%.6f\n", root(2.0));
    printf("%.3f\n", (double)mean(values, 4));
    double exact = 0.1 + 0.2;
    printf("%s\n", exact == 0.3 ? "equal" : "not equal");
    int whole = (int)(exact * 100);
    printf("%d\n", whole);
    return 0;
}
