def weigh(
    first,
    second=(
        1 +
        2
    ),
    *others
):
    return (
        first
        + second
        + sum(
            others
        )
    )


result = weigh(
    10,
    20,
    *[
        1,
        2,
    ]
)
print(
    result,
    weigh(
        1
    ),
)
text = "one " \
    "two " \
    "three"
flag = (
    result > 3
    and len(text) > 5
    or not text
)
print(text, flag)
chosen = [
    "low",
    "high",
][
    result
    > 30
]
print(chosen)
