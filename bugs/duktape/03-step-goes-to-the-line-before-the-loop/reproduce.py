"""A step over that a continue ends goes to the line before the loop."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from session import RESUME, STEP_OVER, Session, verdict

session = Session(os.path.join(here, "program.js"))
session.add_breakpoint(7)
lines = [session.run(RESUME)]
for _ in range(3):
    lines.append(session.run(STEP_OVER))
print("paused at", lines)
session.end()
verdict(2 in lines)
