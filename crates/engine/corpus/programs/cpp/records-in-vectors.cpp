#include <iostream>
#include <string>
#include <utility>
#include <vector>

struct Entry {
    std::string name;
    int score = 0;
    std::vector<int> marks;
};

class Table {
public:
    void add(const std::string &name, int first) {
        Entry entry;
        entry.name = name;
        entry.marks.push_back(first);
        entries.push_back(entry);
        changes++;
    }

    void mark(std::size_t index, int value) {
        entries[index].marks.push_back(value);
        entries[index].score += value;
        changes++;
    }

    std::pair<std::string, int> best() const {
        std::pair<std::string, int> found{"", -1};
        for (const Entry &entry : entries) {
            if (entry.score > found.second)
                found = {entry.name, entry.score};
        }
        return found;
    }

private:
    std::vector<Entry> entries;
    int changes = 0;
};

int main() {
    Table table;
    std::vector<std::string> names = {"ada", "bob", "cyd"};
    for (std::string name : names) {
        table.add(name, 1);
        name += "!";
        std::cout << name << "\n";
    }
    for (int i = 0; i < 4; i++) {
        table.mark(static_cast<std::size_t>(i % 3), i * 2);
    }
    std::pair<std::string, int> best = table.best();
    best.second += 1;
    std::cout << best.first << " " << best.second << "\n";
    return 0;
}
