try { x } catch (e) { print(e.message) }
let x = 1;
function f() { try { return y } catch (e) { return e.name } }
print(f());
const y = 2;
print(f());
switch (1) { case 0: let z = 1; case 1: try { z } catch (e) { print(e.name) } }
