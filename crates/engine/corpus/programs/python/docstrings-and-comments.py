#!/usr/bin/env python3
# A program with more comments than code.
"""The docstring of the module."""


def documented(value):
    """The docstring of the function.

    It has several lines.
    """
    # A comment before a statement.
    result = value + 1  # and one behind it

    # One before an empty line.

    "a string that does nothing"
    ...
    return result
    # One after the return.


# One between two functions.

class Documented:
    """Only a docstring."""


def empty():
    pass


print(documented(1))  # prints 2
print(documented.__doc__.splitlines()[0])
print(Documented.__doc__, empty())
# The end.
