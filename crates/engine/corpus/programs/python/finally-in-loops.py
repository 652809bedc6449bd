def visit(limit):
    log = []
    for number in range(limit):
        try:
            if number == 1:
                continue
            if number == 3:
                break
            log.append("body %d" % number)
        finally:
            log.append("finally %d" % number)
    else:
        log.append("else")
    return log


for line in visit(2):
    print(line)
print("--")
for line in visit(5):
    print(line)
