# needs: 3.10
def act(command):
    match command:
        case []:
            return "nothing"
        case ["go", ("north" | "south") as way]:
            return "going " + way
        case ["take", *items]:
            return "taking %d" % len(items)
        case {"do": action, **rest}:
            return action + " with " + str(sorted(rest))
        case str() | bytes():
            return "a text"
        case int(number) if number < 0:
            return "negative"
        case 0 | 1:
            return "a bit"
    return "unknown"


commands = [
    [], ["go", "north"], ["go", "up"], ["take", "lamp", "key"],
    {"do": "open", "which": "door"}, "look", -5, 1, 2,
]
for command in commands:
    print(act(command))
