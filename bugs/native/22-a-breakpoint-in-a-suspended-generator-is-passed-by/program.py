def count_from(start):
    number = start
    while True:
        yield number
        number += 1


def main():
    for number in count_from(10):
        if number == 13:
            break
        print(number)


main()
