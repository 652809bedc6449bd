class Base:
    def __init__(self, name):
        self.name = name
        self.log = ["Base"]

    def describe(self):
        return "base " + self.name


class Left(Base):
    def __init__(self, name):
        super().__init__(name)
        self.log.append("Left")

    def describe(self):
        return "left of " + super().describe()


class Right(Base):
    def __init__(self, name):
        super().__init__(name + "+")
        self.log.append("Right")

    def describe(self):
        return "right of " + super().describe()


class Both(Left, Right):
    def __init__(self, name):
        super().__init__(name)
        self.log.append("Both")


both = Both("x")
print(both.log)
print(both.describe())
print([cls.__name__ for cls in Both.__mro__])
