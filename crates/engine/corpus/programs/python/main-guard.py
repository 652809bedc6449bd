"""A module that is run as a program."""
import sys

LIMIT = 3


def parse(arguments):
    numbers = []
    for argument in arguments:
        if argument.isdigit():
            numbers.append(int(argument))
    return numbers


def main(arguments):
    numbers = parse(arguments)
    if not numbers:
        print("nothing to add")
        return 1
    total = sum(numbers[:LIMIT])
    print("total", total)
    return 0


if __name__ == "__main__":
    print(main([]))
    print(main("4 x 5 6 7".split()))
    sys.exit(main(["1"]))
