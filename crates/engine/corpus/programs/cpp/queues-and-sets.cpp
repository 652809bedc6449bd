#include <deque>
#include <iostream>
#include <list>
#include <set>
#include <string>

struct Job {
    Job(int number, std::string name) : number(number), name(name) {}
    int number;
    std::string name;
    bool is_done = false;
};

static int run(Job job, std::set<int> &seen) {
    if (seen.count(job.number) > 0)
        return 0;
    seen.insert(job.number);
    job.is_done = true;
    return static_cast<int>(job.name.size());
}

int main() {
    std::deque<Job> jobs;
    std::set<int> seen;
    std::list<int> results;
    std::string letters = "xyz";
    for (char letter : letters) {
        std::string name(2, letter);
        jobs.push_back(Job(letter - 'x', name));
    }
    jobs.push_front(Job(1, "again"));
    while (!jobs.empty()) {
        Job next = jobs.front();
        jobs.pop_front();
        int done = run(next, seen);
        results.push_back(done);
    }
    results.sort();
    for (int result : results)
        std::cout << result << " ";
    std::cout << seen.size() << "\n";
    return 0;
}
