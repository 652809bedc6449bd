"""Finish of an inlined call ends elsewhere if a breakpoint with a false condition is set; give the path of gdb."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cli import WHOLE_S, Trouble, played

FALSE = "break 13 if 0"
BEGIN = ["set debug-file-directory /nonexistent", "break 3 if fail_at == 3"]
REST = ["run", "finish", "frame", "info locals"]


def ended(gdb, folder, more):
    """The line at which finish ends, and the variables there."""
    commands = [word for one in BEGIN + more + REST for word in ("-ex", one)]
    text = played([gdb, "-q", "--nx", "--batch"] + commands + [os.path.join(folder, "program")], folder)
    frame = re.search(r"^#0 .*program\.c:(\d+)", text, re.M)
    if not frame:
        raise Trouble("the debugger does not stop after finish:\n" + text)
    return "line %s with %s" % (frame[1], ", ".join(sorted(re.findall(r"^\w+ = \d+$", text, re.M))))


here = os.path.dirname(os.path.abspath(__file__))
source = os.path.join(here, "program.c")
debugger = sys.argv[1] if len(sys.argv) > 1 else shutil.which("gdb")
with open(source) as file:
    for number, line in enumerate(file.read().splitlines(), 1):
        print("%4d | %s" % (number, line))
try:
    if not debugger:
        raise Trouble("gdb is not there")
    with tempfile.TemporaryDirectory() as folder:
        compiler = os.environ.get("CC", "gcc")
        options = ["-O2", "-g", "-o", os.path.join(folder, "program"), source]
        subprocess.run([compiler] + options, check=True, timeout=WHOLE_S)
        without, beside = ended(debugger, folder, []), ended(debugger, folder, [FALSE])
except (Trouble, OSError, subprocess.SubprocessError) as trouble:
    print("trouble: %s" % trouble)
    sys.exit(2)
print("expected: finish ends at %s, whether or not there is `%s`" % (without, FALSE))
print("actual:   with `%s` it ends at %s" % (FALSE, beside))
print("the bug shows" if without != beside else "the bug does not show")
sys.exit(1 if without != beside else 0)
