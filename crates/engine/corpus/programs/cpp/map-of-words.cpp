#include <iostream>
#include <map>
#include <sstream>
#include <string>

static std::map<std::string, int> count(const std::string &text) {
    std::map<std::string, int> counts;
    std::istringstream words(text);
    std::string word;
    while (words >> word) {
        counts[word]++;
    }
    return counts;
}

int main() {
    auto counts = count("a rose is a rose is a rose");
    int most = 0;
    for (const auto &[word, times] : counts) {
        std::cout << word << " " << times << "\n";
        if (times > most)
            most = times;
    }
    int missing = counts.count("tulip") ? 1 : 0;
    std::cout << most << " " << missing << "\n";
    return 0;
}
