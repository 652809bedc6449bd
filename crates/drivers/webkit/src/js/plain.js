// Runs one program without a debugger: says that it is ready, reads the program from the input
// and writes what it did as one line, whose end shows that nothing is missing.
writeSync(1, 'ready\n');
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);
const leave = process.exit.bind(process);
const request = parse(readFileSync(0, 'utf8'));
async function answer(reason) {
  const text = reason ? stringify({ parse: reason }) : '{"outcome":' + await run(request.frames) + '}';
  const bytes = encode(text + '\n');
  for (let written = 0; written < bytes.length;) written += writeSync(1, bytes, written);
  leave(0);
}
// Returns nothing: the engine would ask a promise for its `then`, which the program may have replaced.
load(request.text, request.goal).then((reason) => { answer(reason); });
