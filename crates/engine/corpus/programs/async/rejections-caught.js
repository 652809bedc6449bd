function mayFail(n) {
  return new Promise((resolve, reject) => {
    if (n % 2) reject(new Error('odd ' + n));
    else resolve(n);
  });
}

async function attempt(n) {
  let outcome = 'unset';
  try {
    const got = await mayFail(n);
    outcome = 'got ' + got;
  } catch (err) {
    outcome = 'failed ' + err.message;
  } finally {
    print('tried', n);
  }
  return outcome;
}

attempt(2)
  .then(print)
  .then(() => attempt(3))
  .then(print)
  .catch(() => print('unreachable'));
