async function waitForever(name) {
  print(name, 'begins');
  try {
    await new Promise(function (resolve, reject) {
      // nobody keeps resolve or reject
    });
    print(name, 'ends');
  } finally {
    print('not reached either');
  }
}

const pending = waitForever('sleeper');
pending.then(() => print('nor this'));
Promise.resolve('still running').then(print);
print(typeof pending.then);
