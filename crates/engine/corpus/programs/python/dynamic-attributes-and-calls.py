class Robot:
    def __init__(self):
        self.place = 0

    def do_walk(self, steps):
        self.place += int(steps)

    def do_turn(self):
        self.place = -self.place

    def run(self, line):
        verb, *arguments = line.split()
        method = getattr(self, "do_" + verb, None)
        if method is None:
            return "cannot " + verb
        method(*arguments)
        return "at %d" % self.place


robot = Robot()
for line in ("walk 3", "turn", "jump 2", "walk 1"):
    print(robot.run(line))
Made = type("Made", (Robot,), {"do_jump": lambda self, by: setattr(self, "place", int(by))})
made = Made()
print(made.run("jump 9"), made.run("turn"))
operations = {"+": int.__add__, "-": int.__sub__}
print([operations[sign](8, 3) for sign in "+-"])
