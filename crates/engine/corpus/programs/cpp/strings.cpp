#include <iostream>
#include <string>

static bool same_backwards(const std::string &text) {
    int left = 0;
    int right = static_cast<int>(text.size()) - 1;
    while (left < right) {
        if (text[left] != text[right])
            return false;
        left++;
        right--;
    }
    return true;
}

static std::string shifted(std::string text, int by) {
    for (char &letter : text) {
        int place = letter - 'a';
        letter = static_cast<char>('a' + (place + by) % 26);
    }
    return text;
}

int main() {
    bool yes = same_backwards("rotator");
    bool no = same_backwards("rotate");
    std::cout << yes << no << "\n";
    std::string hidden = shifted("xylem", 3);
    int length = static_cast<int>(hidden.size());
    std::cout << hidden << " " << length << "\n";
    return 0;
}
