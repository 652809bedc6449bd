function score(
  speed,
  weight,
  bonus
) {
  const
    raw =
      speed
      * (
        weight -
        1
      ),
    extra = bonus
      ? raw > 10
        ? 5
        : 2
      : 0
    ;
  if (
    raw > 0 &&
    (
      extra ||
      weight > 3
    )
  )
    return raw
      + extra;
  else if
  (raw < 0)
    return (
      -raw
    );
  return 0
  ;
}
print(
  score(4, 4, true),
  score(4, 2, true),
  score(-1, 9, false), score(1, 2, false)
);
