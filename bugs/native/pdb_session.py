"""A session of Python's own pdb: a list of commands, and the lines at which it pauses.

Needs nothing but Python 3.8. Lines are counted from 1.
"""
import os
import re
import subprocess
import sys

SESSION_S = 60  # seconds that the session may take


class Trouble(Exception):
    """The reproduction itself could not be done."""


class Session:
    """What pdb printed for the program in a folder."""

    def __init__(self, folder, commands):
        python = sys.argv[1] if len(sys.argv) > 1 else sys.executable
        self.program = os.path.join(folder, "program.py")
        try:
            done = subprocess.run(
                [python, "-m", "pdb", self.program],
                input="\n".join(commands + ["quit", ""]),
                capture_output=True,
                text=True,
                timeout=SESSION_S,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Trouble(str(error)) from error
        self.printed = done.stdout
        self.everything = done.stdout + done.stderr
        with open(self.program) as file:
            print(file.read())
        print("the session: " + ", ".join(commands))

    def pauses(self, function):
        """The lines at which it paused in a function."""
        lines = re.findall(r"program\.py\((\d+)\)%s\(\)" % function, self.printed)
        print("paused in %s at lines %s" % (function, ", ".join(lines) or "none"))
        return [int(line) for line in lines]


def reproduce(body):
    """Runs a reproduction, which answers whether the bug shows, what is expected, and what is seen."""
    try:
        shows, expected, actual = body()
    except Trouble as trouble:
        print("trouble:", trouble)
        sys.exit(2)
    print("expected:", expected)
    print("actual:  ", actual)
    print("the bug shows" if shows else "the bug does not show")
    sys.exit(1 if shows else 0)
