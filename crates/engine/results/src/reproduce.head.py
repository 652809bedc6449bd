# A finding of debunk, as a script: it drives a real debugger through one or two sessions and
# prints each step with what the debugger does now and what debunk saw.
#   python3 reproduce.py [path-of-debugger]
# It needs Python 3.8 or newer, the debugger, and the compiler if there is one; nothing else.
# Exit code: 1 if the debugger still does what debunk saw, 0 if it does not, 2 on errors.
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FOUND_ON = "@FOUND_ON@"
PRODUCT = "@PRODUCT@"
RECIPE = json.loads("@RECIPE@")
SESSIONS = json.loads("@SESSIONS@")
ACTION_S = 20  # seconds within which the debugger must answer
SESSION_S = 60  # seconds that a session may take


class Trouble(Exception):
    """The reproduction itself could not be done."""


def masked(text, folder, patterns=()):
    """The text without what differs from session to session: folders and addresses."""
    text = text.replace(folder, "/debunk")
    for pattern in patterns:
        text = re.sub(pattern, "", text)
    return re.sub(r"\b0x[0-9a-fA-F]{5,16}\b", "0x\u2026", text)


