"""Step passes by a line with a whole loop on it; give the path of gdb or LLDB."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cli import reproduce


def bug(lines):
    return 6 not in lines, "line 6, on which c goes from 100 to 6, is stopped at"


reproduce("program.c", ["-O0", "-g"], "next", bug, times=4)
