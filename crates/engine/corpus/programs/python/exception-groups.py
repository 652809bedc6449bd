# needs: 3.11
def fail_many(numbers):
    errors = []
    for number in numbers:
        if number < 0:
            errors.append(ValueError(number))
        elif number > 9:
            errors.append(KeyError(number))
        elif number == 5:
            errors.append(TypeError(number))
    if errors:
        raise ExceptionGroup("several", errors)
    return "fine"


def attempt(numbers):
    try:
        print(fail_many(numbers))
    except* ValueError as group:
        print("values", [error.args[0] for error in group.exceptions])
    except* KeyError as group:
        print("keys", len(group.exceptions))
    finally:
        print("tried", numbers)


attempt([1, 2])
attempt([-1, 12, -3])
try:
    attempt([5, 10])
except ExceptionGroup as rest:
    print("left", [type(error).__name__ for error in rest.exceptions])
