class A { static x = A.name; static y = () => A; static { print(A.x) } static [(() => { try { return A } catch (e) { return e.name } })()] = 1 }
print(Object.keys(A).join());
