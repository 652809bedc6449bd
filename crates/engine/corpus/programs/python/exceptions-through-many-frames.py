trail = []


def bottom(depth):
    trail.append("bottom")
    raise LookupError("at depth %d" % depth)


def middle(depth):
    if depth == 0:
        bottom(depth)
    try:
        middle(depth - 1)
    except LookupError:
        trail.append("pass %d" % depth)
        raise
    finally:
        trail.append("leave %d" % depth)


def top():
    try:
        middle(2)
    except (KeyError, IndexError):
        return "wrong branch"
    except LookupError as error:
        return "top caught " + str(error)


print(top())
print(", ".join(trail))
