# Attacks the output: closes it, and tries to go on.
import sys


def attempt(text):
    try:
        print(text)
        return "printed"
    except ValueError as error:
        return "refused"


first = attempt("before")
sys.stdout.flush()
sys.stdout.close()
second = attempt("after")
sys.exit(3 if second == "refused" else 4)
