"""Steps over one line of a function with Python's own pdb, and counts how often it pauses there.

The argument is the Python to test. The exit code is 1 when the bug shows, 0 when it does not, 2 on
trouble. Needs nothing but Python 3.8.
"""
import os
import re
import subprocess
import sys

LINE = 6  # result = value and see(value) or None
WHOLE_S = 60  # seconds that the session may take


def main():
    python = sys.argv[1] if len(sys.argv) > 1 else sys.executable
    here = os.path.dirname(os.path.abspath(__file__))
    program = os.path.join(here, "program.py")
    commands = "break %d\ncontinue\nnext\nnext\nquit\n" % LINE
    try:
        done = subprocess.run(
            [python, "-m", "pdb", program], input=commands, capture_output=True, text=True, timeout=WHOLE_S
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print("trouble:", error)
        return 2
    stops = [int(line) for line in re.findall(r"program\.py\((\d+)\)first\(\)", done.stdout)]
    print(open(program).read())
    print("the session: break %d, continue, next, next" % LINE)
    print("paused in first at lines", ", ".join(map(str, stops)))
    if not stops or stops[0] != LINE:
        print("trouble: it does not rest at line %d:\n%s" % (LINE, done.stdout + done.stderr))
        return 2
    shows = stops[:2] == [LINE, LINE]
    print("expected: a step over line %d ends at line %d" % (LINE, LINE + 1))
    print("actual:   it ends at line %d" % stops[1])
    print("the bug shows" if shows else "the bug does not show")
    return 1 if shows else 0


sys.exit(main())
