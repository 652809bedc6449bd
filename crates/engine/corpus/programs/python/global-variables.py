total = 0
history = []


def add(amount):
    global total
    total += amount
    history.append(total)


def shadow():
    total = -1
    return total


def create():
    global created
    created = "made in a function"


add(3)
add(4)
print(total, history)
print(shadow(), total)
create()
print(created)
total = "text"
print(shadow(), total)
