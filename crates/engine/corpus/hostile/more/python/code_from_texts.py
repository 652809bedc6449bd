# Attacks breakpoints: code that is made from texts says that it is in the program's own file.
text = "a = 1\na += 1\na += 2\na += 3\na += 4\na += 5\na += 6\na += 7\na += 8\na += 9\na += 10\n"
space = {}
code = compile(text, __file__, "exec")
exec(code, space)
value = space["a"]
value += eval(compile("value + 1", __file__, "eval"))
exec(compile("def work(n):\n    total = n\n    total += 1\n    return total\n", __file__, "exec"), space)
value = space["work"](value)
value += 1
print(value)
exec(code, space)
value += space["a"]
print(value)
