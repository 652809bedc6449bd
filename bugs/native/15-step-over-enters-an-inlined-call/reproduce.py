"""A step over enters a call that was inlined; give the path of LLDB or gdb."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cli import reproduce


def bug(lines):
    after = lines[lines.index(13) + 1:] if 13 in lines else []
    return bool(after) and after[0] in range(3, 10), "a step over leads from line 13 to line 14"


reproduce("program.c", ["-O1", "-g"], "next", bug, times=4, default="lldb")
