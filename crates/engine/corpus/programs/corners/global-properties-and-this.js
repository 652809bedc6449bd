var viaVar = 1;
let viaLet = 2;
function viaFunction() { return this; }
implicit = 3;
var g = viaFunction();
print(g === this, g.viaVar, typeof g.viaLet, typeof g.viaFunction, g.implicit);
print(delete g.implicit, delete g.viaVar, typeof implicit, typeof viaVar);
print((function () { 'use strict'; return typeof this; })(), typeof viaFunction.call(5));
