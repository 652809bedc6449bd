"""A breakpoint on the first line behind a function is never hit."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from session import RESUME, Session, verdict

session = Session(os.path.join(here, "program.js"))
session.add_breakpoint(3)
session.add_breakpoint(4)
line = session.run(RESUME)
print("breakpoints at 3 and 4; paused first at", line)
session.end()
verdict(line != 3)
