"""A step over a call that ends by longjmp runs to the end; give the path of gdb or LLDB."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cli import reproduce


def bug(lines):
    return 15 not in lines and 17 not in lines, "line 15, to which longjmp leads, is stopped at"


reproduce("program.c", ["-O0", "-g"], "next", bug, times=4)
