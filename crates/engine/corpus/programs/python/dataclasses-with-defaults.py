from dataclasses import dataclass, field, replace


@dataclass(order=True)
class Task:
    priority: int
    name: str = field(compare=False)
    tags: list = field(default_factory=list, compare=False)
    done: bool = False

    def __post_init__(self):
        self.name = self.name.strip()
        if self.priority > 5:
            self.tags.append("urgent")

    def finish(self):
        return replace(self, done=True)


tasks = [Task(3, " sweep "), Task(9, "mend", ["roof"]), Task(1, "rest")]
for task in sorted(tasks, reverse=True):
    print(task)
finished = tasks[0].finish()
print(finished.done, tasks[0].done, finished == tasks[0])
