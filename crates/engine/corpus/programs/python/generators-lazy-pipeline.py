def count_from(start):
    number = start
    while True:
        yield number
        number += 1


def only(predicate, items):
    for item in items:
        if predicate(item):
            yield item


def take(count, items):
    for item in items:
        if count == 0:
            return
        yield item
        count -= 1


def main():
    numbers = count_from(10)
    sevens = only(lambda number: number % 7 == 0, numbers)
    for number in take(3, sevens):
        print(number)
    print(next(numbers))


main()
