"""Step passes by the body of an optimised loop; give the path of gdb or LLDB."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cli import reproduce


def bug(lines):
    return 7 not in lines, "line 7, which prints nine times, is stopped at"


reproduce("program.c", ["-O1", "-g"], "next", bug)
