"""A step over ends on the line where it began, if code without a line is in between; give the path of gdb."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from cli import is_lldb, played

BEGIN = {
    True: ["settings set symbols.enable-external-lookup false", "breakpoint set -f program.rs -l 5"],
    False: ["set debug-file-directory /nonexistent", "break program.rs:5"],
}
FRAME = {True: r"frame #0: .* at program\.rs:(\d+)", False: r"^#0 .* at .*program\.rs:(\d+)"}


def main():
    here = os.path.dirname(os.path.abspath(sys.argv[0]))
    debugger = sys.argv[1] if len(sys.argv) > 1 else shutil.which("gdb")
    rustc = shutil.which("rustc")
    if not debugger or not rustc:
        print("trouble: it needs a debugger and rustc")
        return 2
    lldb = is_lldb(debugger)
    commands = BEGIN[lldb] + ["run", "next", "next"]
    if not lldb:
        commands = BEGIN[lldb] + ["run", "frame", "next", "frame", "next", "frame"]
    words = [debugger] + (["--no-lldbinit", "--batch"] if lldb else ["-q", "--nx", "--batch"])
    words += [word for one in commands for word in ("-o" if lldb else "-ex", one)]
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program")
        source = os.path.join(here, "program.rs")
        subprocess.run([rustc, "--edition", "2021", "-g", "-o", program, source], check=True)
        text = played(words + [program], folder)
    lines = [int(line) for line in re.findall(FRAME[lldb], text, re.M)]
    if len(lines) < 3:
        print("trouble: the session is too short:\n" + text)
        return 2
    shows = lines[1] == lines[0]
    print("expected: two steps over lead from line 5 to line 6 and to another line")
    print("actual:   they lead to the lines %s" % lines)
    print("the bug shows" if shows else "the bug does not show")
    return 1 if shows else 0


sys.exit(main())
