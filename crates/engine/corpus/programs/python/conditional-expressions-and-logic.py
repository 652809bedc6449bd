seen = []


def see(value):
    seen.append(value)
    return value


def grade(score):
    return "great" if score > 90 else "good" if score > 50 else "poor"


def first_true(*values):
    for value in values:
        result = value and see(value) or None
        if result:
            return result
    return "nothing"


print([grade(score) for score in (95, 60, 10)])
print(see(0) and see(1), see(2) or see(3))
print(see(4) if see(0) else see(5))
print(first_true(0, "", [], "x", "y"), first_true())
print(seen)
if (see(0)
        or see(0)
        or see("third")):
    print("one was true")
