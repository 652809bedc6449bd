// Attacks the witness: `with` asks the object which of its names it hides, and the object counts the questions.
var asked = 0;
function run() {
  let x = 1;
  let y = 2;
  const scope = { x: 5, get [Symbol.unscopables]() { asked += 1; return { x: asked % 2 === 0 }; } };
  with (scope) {
    let z = 3;
    z = 4;
    z = 5;
  }
  y = 3;
  return y;
}
let got = run();
got += 1;
print(got);
