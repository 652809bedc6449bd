// Attacks the thread: waits on shared memory, for no time and for a very short one.
const isThere = typeof SharedArrayBuffer === 'function' && typeof Atomics === 'object';
function wait(time) {
  if (!isThere) return 'none';
  const cells = new Int32Array(new SharedArrayBuffer(8));
  try {
    const how = Atomics.wait(cells, 0, 0, time);
    return how;
  } catch (error) {
    return error.name;
  }
}
print(wait(0));
print(wait(1));
setTimeout(() => print('later', wait(0)), 1);
