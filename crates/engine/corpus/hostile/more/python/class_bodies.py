# Attacks the reading of code: classes whose bodies are run by other functions and in other namespaces.
import builtins

real = builtins.__build_class__
count = 0


class Names(dict):
    def __setitem__(self, name, value):
        global count
        count += 1
        dict.__setitem__(self, name, value)


class Meta(type):
    @classmethod
    def __prepare__(cls, name, bases):
        return Names()

    def __new__(cls, name, bases, names):
        made = super().__new__(cls, name, bases, dict(names))
        return made


def build(function, name, *bases, **words):
    made = real(function, name, *bases, **words)
    return made


builtins.__build_class__ = build


class Small(metaclass=Meta):
    first = 1
    second = first + 1

    def method(self):
        here = self.second
        return here


builtins.__build_class__ = real
value = Small().method()
print(value, count > 0)
