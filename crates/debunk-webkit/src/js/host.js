// Waits for the debugger, which loads and runs one program with these two functions.
Object.defineProperty(globalThis, '__debunkHost', { value: Object.freeze({ load, run }) });
keepAlive(() => {}, 1 << 30);
