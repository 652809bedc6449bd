function* g() { const a = [yield 1, yield 2]; const { b = yield 3 } = {}; const c = `${yield 4}`; return (yield) + a.join() + b + c + (yield* h()) }
function* h() { yield 'h'; return 'i' }
const i = g(); let r; let n = 0; do { r = i.next(n++); print(r.value) } while (!r.done)
