"""Sets a breakpoint in a finally block with Python's own pdb, and lets the program run to it.

The argument is the Python to test. The exit code is 1 when the bug shows, 0 when it does not, 2 on
trouble. Needs nothing but Python 3.8.
"""
import os
import re
import subprocess
import sys

LINE = 7  # print("done")
WHOLE_S = 60  # seconds that the session may take


def main():
    python = sys.argv[1] if len(sys.argv) > 1 else sys.executable
    here = os.path.dirname(os.path.abspath(__file__))
    program = os.path.join(here, "program.py")
    commands = "break %d\ncontinue\nquit\n" % LINE
    try:
        done = subprocess.run(
            [python, "-m", "pdb", program], input=commands, capture_output=True, text=True, timeout=WHOLE_S
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print("trouble:", error)
        return 2
    if "Breakpoint 1 at" not in done.stdout:
        print("trouble: no breakpoint can be set:\n%s" % (done.stdout + done.stderr))
        return 2
    stops = [int(line) for line in re.findall(r"program\.py\((\d+)\)divide\(\)", done.stdout)]
    print(open(program).read())
    print("the session: break %d, continue" % LINE)
    print("paused in divide at lines", ", ".join(map(str, stops)) or "none")
    shows = LINE not in stops and "outside" in done.stdout
    print("expected: a pause at line %d, which runs" % LINE)
    print("actual:   " + ("the program runs to its end" if shows else "a pause"))
    print("the bug shows" if shows else "the bug does not show")
    return 1 if shows else 0


sys.exit(main())
