# Attacks the host: the functions of the modules that it uses are replaced.
import json
import linecache
import os
import types

os.write = lambda number, data: len(data)
os.read = lambda number, length: b'{"do":"close"}\0'
os._exit = lambda code: None
json.dumps = lambda value, **named: '{"saw":"ended","code":7}'
json.loads = lambda text, **named: {"do": "continue"}
linecache.getline = lambda file, line, *rest: ""
types.FunctionType = int


def half(number):
    result = number // 2
    return result


value = half(10)
print(value)
value = half(value)
print(value)
