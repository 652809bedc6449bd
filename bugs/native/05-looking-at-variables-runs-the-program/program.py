class Counter:
    reads = 0

    @property
    def size(self):
        Counter.reads += 1
        return Counter.reads

    def __getattr__(self, name):
        print("asked for", name)
        raise AttributeError(name)


def main():
    counter = Counter()
    done = True
    print("size was read", Counter.reads, "times", done)


main()
