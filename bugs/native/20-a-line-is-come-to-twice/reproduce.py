"""Steps over one line of a function with Python's own pdb, and counts how often it pauses there.

The argument is the Python to test. The exit code is 1 when the bug shows, 0 when it does not, 2 on
trouble. Needs nothing but Python 3.8.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from pdb_session import Session, Trouble, reproduce  # noqa: E402

LINE = 6  # result = value and see(value) or None


def body():
    session = Session(HERE, ["break %d" % LINE, "continue", "next", "next"])
    stops = session.pauses("first")
    if len(stops) < 2 or stops[0] != LINE:
        raise Trouble("it does not pause at line %d:\n%s" % (LINE, session.everything))
    expected = "a step over line %d ends at line %d" % (LINE, LINE + 1)
    return stops[1] == LINE, expected, "it ends at line %d" % stops[1]


reproduce(body)
