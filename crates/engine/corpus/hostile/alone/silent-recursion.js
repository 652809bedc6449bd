// Attacks the witness: counts how deep it gets, which depends on the stack, and prints nothing of it.
let depth = 0;
function deeper() { depth++; deeper(); }
try { deeper(); } catch (error) { }
let deep = depth > 100;
let done = 1;
print(deep, done);
