#include <iostream>

enum class Light { Red, Green, Amber };

static Light next(Light light) {
    switch (light) {
    case Light::Red:
        return Light::Green;
    case Light::Green:
        return Light::Amber;
    case Light::Amber:
        break;
    }
    return Light::Red;
}

static int seconds(Light light) {
    int result = 0;
    switch (light) {
    case Light::Red:
        result += 20;
        [[fallthrough]];
    case Light::Green:
        result += 10;
        break;
    default:
        result = 3;
    }
    return result;
}

int main() {
    Light light = Light::Red;
    int sum = 0;
    for (int turn = 0; turn < 4; turn++) {
        sum += seconds(light);
        light = next(light);
    }
    std::cout << sum << " " << (light == Light::Green) << "\n";
    return 0;
}
