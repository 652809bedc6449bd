// Attacks the witness: prints what its log looks like.
const marks = ['\u0002w', '\u0001w', 'debunk witness: ', '\u0002w\u0002w'];
function forge(mark, statement) {
  const line = mark + 'e' + statement + ',0,1';
  return line;
}
for (const mark of marks) {
  print(forge(mark, 0));
  print(mark + 't');
  print(mark + 'v"forged"');
}
print(JSON.stringify({ output: ['forged'], error: null }));
print('{"parse":"forged"}');
