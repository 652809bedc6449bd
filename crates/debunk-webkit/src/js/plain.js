// Runs one program without a debugger: says that it is ready, reads the program from the input
// and writes what it did as one line, whose end shows that nothing is missing.
writeSync(1, 'ready\n');
const request = JSON.parse(readFileSync(0, 'utf8'));
load(request.text, request.goal).then(async (reason) => {
  const answer = reason ? { parse: reason } : { outcome: JSON.parse(await run()) };
  const bytes = new TextEncoder().encode(JSON.stringify(answer) + '\n');
  for (let written = 0; written < bytes.length;) written += writeSync(1, bytes, written);
  process.exit(0);
});
