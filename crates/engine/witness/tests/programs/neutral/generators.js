function* g(a, b = a) { try { const x = yield a; print('got', x); yield
; yield b; return 'r' } finally { print('end') } }
let i = g(1); print(i.next().value, i.next('v').value, i.next().value, i.return(9).value, i.next().done);
let j = g(2); j.next(); try { j.throw(new Error('t')) } catch (e) { print(e.message) }
print([...g(3)].join());
function* never() { print('never') } never().return();
