function refuse(reason) {
  return Promise.reject(new Error(reason));
}

let state = 'initial';
try {
  await refuse('closed');
  state = 'open';
} catch ({ message }) {
  state = message;
} finally {
  print('checked');
}
print(state);

if (false) {
  await refuse('never asked');
}
const fallback = await refuse('x').catch(e => e.message + '!');
print(fallback);
