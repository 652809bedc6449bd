function f() { 'use strict'
; return this }
print(f());
