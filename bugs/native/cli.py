"""The bare minimum to step through a C program on a debugger's own command line.

Compiles the program, starts gdb or LLDB with a list of commands, and reads the lines at which it
stops. Needs nothing but Python 3.8, a C compiler and the debugger. Lines are counted from 1.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

WHOLE_S = 60  # seconds that one session may take


class Trouble(Exception):
    """The reproduction itself could not be done."""


def is_lldb(debugger):
    return "lldb" in os.path.basename(debugger)


def commands(debugger, step, times):
    """The command line of a session that stops at main and then steps."""
    if is_lldb(debugger):
        words = [debugger, "--no-lldbinit", "--batch"]
        begin = ["settings set symbols.enable-external-lookup false", "breakpoint set --name main"]
        steps = ["thread step-" + {"next": "over", "step": "in"}[step]] * times
        return words + [word for one in begin + ["run"] + steps for word in ("-o", one)]
    begin = ["set debug-file-directory /nonexistent", "break main", "run", "frame"]
    steps = [step, "frame"] * times
    return [debugger, "-q", "--nx", "--batch"] + [word for one in begin + steps for word in ("-ex", one)]


def played(words, folder):
    done = subprocess.run(
        words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WHOLE_S
    )
    return done.stdout + done.stderr


def stops(debugger, folder, source, step, times):
    """The lines of the program at which the session stops, the first at main."""
    text = played(commands(debugger, step, times) + [os.path.join(folder, "program")], folder)
    pattern = r"frame #0: .* at %s:(\d+)" if is_lldb(debugger) else r"^#0 .* at .*%s:(\d+)"
    found = re.findall(pattern % re.escape(os.path.basename(source)), text, re.M)
    if not found:
        raise Trouble("the debugger does not stop at main:\n" + text)
    return [int(line) for line in found]


def reproduce(source, options, step, bug, times=6, default="gdb"):
    """Steps and says whether the bug shows; the exit code is 1 if so, 0 if not, 2 on trouble.

    `bug` gets the lines at which the session stopped, and returns whether it shows and what was
    expected.
    """
    here = os.path.dirname(os.path.abspath(sys.argv[0]))
    source = os.path.join(here, source)
    debugger = sys.argv[1] if len(sys.argv) > 1 else shutil.which(default)
    with open(source) as file:
        for number, line in enumerate(file.read().splitlines(), 1):
            print("%4d | %s" % (number, line))
    try:
        if not debugger:
            raise Trouble(default + " is not there")
        with tempfile.TemporaryDirectory() as folder:
            target = os.path.join(folder, "program")
            compiler = os.environ.get("CC", "gcc")
            subprocess.run([compiler] + options + ["-o", target, source], check=True, timeout=WHOLE_S)
            lines = stops(debugger, folder, source, step, times)
            printed = played([target], folder)
    except (Trouble, OSError, subprocess.SubprocessError) as trouble:
        print("trouble: %s" % trouble)
        sys.exit(2)
    shows, expected = bug(lines)
    print("compiled with %s, it prints: %s" % (" ".join(options), " ".join(printed.split())))
    print("expected: " + expected)
    print("actual:   %s stops at the lines %s" % (step, lines))
    print("the bug shows" if shows else "the bug does not show")
    sys.exit(1 if shows else 0)
