# Attacks steps: blocks that end in other ways than they begin, with returns over errors.
def odd(n):
    total = n
    while total < 10:
        total += 1
        try:
            if total == 3:
                continue
            if total == 5:
                raise KeyError(total)
            if total == 7:
                break
        except KeyError as error:
            total += 1
            raise ValueError from error
        finally:
            total += 1
            if total > 6:
                return total
    return -total


def group():
    caught = 0
    try:
        raise ExceptionGroup("many", [ValueError(1), KeyError(2)])
    except* ValueError:
        caught += 1
    except* KeyError:
        caught += 10
    return caught


value = odd(0)
value += odd(4)
value += group()
print(value)
