let Map = 2, print2 = print, Symbol = 3, Reflect = 5; const RegExp = 4; class Set {} 
let a = [1, 2], r = /x/; print2(a.length, Map, Symbol, RegExp); { let Object = 1, JSON = 2, Promise = 3, print = 4; print2(Object + JSON) } (function (Function, Array, String) { let b = 1; print2(b) })();
