let calls = 0;
Error.prepareStackTrace = () => { calls += 1; return 'text'; };
const e = new Error('a'), o = { e, list: [e] };
Error.captureStackTrace(o);
const bare = Object.setPrototypeOf(new TypeError('b'), null);
print(calls);
print(e.stack, o.stack, calls);
