// Attacks the reading of lines: comments of HTML, odd line ends and letters that are escapes.
let \u0061b = 1; <!-- ab = 100;
ab += 1; 
--> ab = 200;
/* */ --> ab = 300;
function f\u{6f}o(x) { /*  */ const y = x + ab; return y; }
ab = foo(2); ab = foo(ab);
var text = ' 𝒳\
  more'; ab += text.length;
print(ab, /*
*/ text.length);
