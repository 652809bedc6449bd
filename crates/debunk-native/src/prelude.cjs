// Gives a program what debunk's programs expect: a `print` for each of its values.
globalThis.print = (...values) => { for (const value of values) console.log(String(value)); };
