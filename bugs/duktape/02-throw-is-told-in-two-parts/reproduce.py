"""A thrown object is reported by running its toString in the middle of the message."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from session import RESUME, Session, verdict

session = Session(os.path.join(here, "program.js"))
session.add_breakpoint(5)
came = session.run(RESUME)
print("a breakpoint at 5, in toString, which the program never calls; came:", came)
session.end()
verdict(isinstance(came, list) or came == 5)
