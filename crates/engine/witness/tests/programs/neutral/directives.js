function f() { 'use strict'
 return this }
function g() { return typeof this }
print(f(), g());
