import sys


def check(value):
    try:
        if value > 2:
            print("leaving with", value)
            sys.exit(value)
        print(value, "is fine")
    finally:
        print("checked", value)


def main():
    for value in range(1, 10):
        check(value)
    print("never printed")


main()
