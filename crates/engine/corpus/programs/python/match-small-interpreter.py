# needs: 3.10
def evaluate(node, names):
    match node:
        case int():
            return node
        case str(name):
            return names[name]
        case ("+", left, right):
            return evaluate(left, names) + evaluate(right, names)
        case ("*", left, right):
            return evaluate(left, names) * evaluate(right, names)
        case ("let", name, value, body):
            inner = dict(names)
            inner[name] = evaluate(value, names)
            return evaluate(body, inner)
        case other:
            raise ValueError("cannot evaluate %r" % (other,))


program = ("let", "x", ("+", 2, 3), ("*", "x", ("let", "x", 10, ("+", "x", 1))))
print(evaluate(program, {}))
try:
    evaluate(("-", 1, 2), {})
except ValueError as error:
    print(error)
