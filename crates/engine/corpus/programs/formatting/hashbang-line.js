#!/usr/bin/env node
var n = 0;
function tick() { return ++n; }
tick();
tick();
print(n);
