const last = (list) => list[list.length - 1];
print(last([3, 2, 1]));
print(last('xyz'));