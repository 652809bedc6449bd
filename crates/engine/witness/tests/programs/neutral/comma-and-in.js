var a = 1, b = (2, 3), c = 'x' in { x: 1 }; for (var d = ('a' in {}), e = 0, g1 = 'b' + e; e < 1; e++) print(d);
print(a, b, c);
const f = () => (1, 2), g = () => ({ x: 1 }).x, h = async () => (await 1, 2);
print(f(), g());
print((() => () => 1)()());
