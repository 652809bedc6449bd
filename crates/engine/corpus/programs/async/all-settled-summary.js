async function job(id) {
  if (id === 2) throw new TypeError('job ' + id);
  await undefined;
  return id * 11;
}

async function summary() {
  const settled = await Promise.allSettled([1, 2, 3].map(job));
  let good = 0, bad = 0;
  for (const { status, value, reason } of settled) {
    if (status === 'fulfilled') { good += value; }
    else { bad++; print(reason.name, reason.message); }
  }
  return good + ' good, ' + bad + ' bad';
}
summary().then(s => print(s));
