#!/usr/bin/env python3
"""Plants faults into a C file, each switched on by a number at run time.

    mutate.py SOURCE LINES COUNT SEED > CHANGED

LINES holds the numbers of lines that run. A fault replaces one comparison in an `if` of such a
line; all faults are in one file, so that it is compiled once.
"""

import random
import re
import sys

CONDITION = re.compile(r"^(\s*(?:\}else )?if\()(.*)(\)\{?\s*)$")
COMPARISON = re.compile(r"(?<![-<>=!])(==|!=|<=|>=|<|>)(?![<>=])")
OTHER = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}


def balanced(text):
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0 and '"' not in text and "'" not in text


def main():
    source, covered, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    with open(source, encoding="utf-8", errors="surrogateescape") as file:
        lines = file.read().split("\n")
    with open(covered, encoding="utf-8") as file:
        numbers = sorted({int(word) for word in file.read().split()})
    sites = []
    for number in numbers:
        line = lines[number - 1] if number <= len(lines) else ""
        match = CONDITION.match(line)
        if match and balanced(match[2]) and not line.rstrip().endswith("\\"):
            found = [it for it in COMPARISON.finditer(match[2].replace("->", "  "))]
            if found:
                sites.append((number, match, found))
    chosen = random.Random(seed).sample(sites, min(count, len(sites)))
    for fault, (number, match, found) in enumerate(sorted(chosen, key=lambda it: it[0]), 1):
        at = found[fault % len(found)]
        plain = match[2]
        wrong = plain[: at.start()] + OTHER[at[1]] + plain[at.end() :]
        lines[number - 1] = f"{match[1]} mc_mutant=={fault} ? ({wrong}) : ({plain}) {match[3]}"
    print(f"{len(sites)} {len(chosen)}", file=sys.stderr)
    sys.stdout.reconfigure(errors="surrogateescape")
    print("extern int mc_mutant;\n#line 1")
    print("\n".join(lines))


main()
