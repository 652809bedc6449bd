"""Step passes by the condition of an else-if in what Clang compiled; give the path of gdb or LLDB."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cli import reproduce


def bug(lines):
    return 7 not in lines, "line 7, whose condition decides, is stopped at"


os.environ.setdefault("CC", "clang")
reproduce("program.c", ["-O0", "-g"], "next", bug, times=4)
