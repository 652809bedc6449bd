"""Showing an array of options ends gdb with an internal error; give the path of gdb."""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cli import played

BEGIN = ["set debug-file-directory /nonexistent"]
SESSIONS = {
    "the array": ["break 7", "run", "print sizes"],
    "the end of the call": ["break 2", "run", "finish"],
}


def main():
    here = os.path.dirname(os.path.abspath(sys.argv[0]))
    gdb = sys.argv[1] if len(sys.argv) > 1 else shutil.which("gdb")
    rustc = shutil.which("rustc")
    if not gdb or not rustc:
        print("trouble: it needs gdb and rustc")
        return 2
    errors, silent = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        source = os.path.join(here, "program.rs")
        subprocess.run([rustc, "--edition", "2021", "-g", "-o", program, source], check=True)
        for name, commands in SESSIONS.items():
            words = [gdb, "-q", "--nx", "--batch"] + [word for one in BEGIN + commands for word in ("-ex", one)]
            text = played(words + [program], folder)
            lines = [line for line in text.splitlines() if "internal-error" in line or "$1 = " in line]
            error = any("internal-error" in line for line in lines)
            errors += error
            silent += not lines
            print("%s: %s" % (name, lines[0] if lines else "nothing shown"))
    if silent:
        print("trouble: a session shows nothing")
        return 2
    print("expected: gdb shows both values")
    print("actual:   %s" % ("gdb ends with an internal error" if errors else "it does"))
    print("the bug shows" if errors else "the bug does not show")
    return 1 if errors else 0


sys.exit(main())
