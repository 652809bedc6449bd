function f(x) { switch (x) { case 1: let y = 'one'; return y; case 2: case 3: { const y = 'more'; return y } default: y = 'late'; return y; } }
print(f(1), f(2)); try { f(9) } catch (e) { print(e.name) }
switch (3) { case 3: print('a'); default: print('b'); break; case 4: print('c') }
