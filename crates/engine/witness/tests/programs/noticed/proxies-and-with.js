with (new Proxy({}, { has(t, n) { print(n); return false } })) { print }
