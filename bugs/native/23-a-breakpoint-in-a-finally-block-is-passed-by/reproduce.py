"""Sets a breakpoint in a finally block with Python's own pdb, and lets the program run to it.

The argument is the Python to test. The exit code is 1 when the bug shows, 0 when it does not, 2 on
trouble. Needs nothing but Python 3.8.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from pdb_session import Session, Trouble, reproduce  # noqa: E402

LINE = 7  # print("done")


def body():
    session = Session(HERE, ["break %d" % LINE, "continue"])
    if "Breakpoint 1 at" not in session.printed:
        raise Trouble("no breakpoint can be set:\n%s" % session.everything)
    shows = LINE not in session.pauses("divide") and "outside" in session.printed
    expected = "a pause at line %d, which runs" % LINE
    return shows, expected, "the program runs to its end" if shows else "a pause"


reproduce(body)
