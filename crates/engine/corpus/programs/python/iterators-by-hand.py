class Steps:
    def __init__(self, start, stop, by):
        self.now = start
        self.stop = stop
        self.by = by

    def __iter__(self):
        return self

    def __next__(self):
        if self.now >= self.stop:
            raise StopIteration
        value = self.now
        self.now += self.by
        return value


class Indexed:
    def __getitem__(self, index):
        if index > 3:
            raise IndexError(index)
        return index * index


print(list(Steps(1, 10, 4)))
for number in Indexed():
    print(number)
steps = Steps(0, 3, 1)
print(next(steps), list(zip(steps, "abc")), next(steps, "end"))
print(9 in Indexed(), sum(map(int, "123")))
print([pair for pair in iter(iter([3, 2, 1]).__next__, 1)])
