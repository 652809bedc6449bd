function low() { throw new TypeError('low level'); }
function high() {
  try {
    low();
  } catch (cause) {
    throw new Error('high level', { cause });
  }
}

function chain(e) {
  const names = [];
  for (let cur = e; cur; cur = cur.cause) names.push(cur.name + ' ' + cur.message);
  return names.join(' <- ');
}

try { high(); } catch (e) { print(chain(e)); }

const many = await Promise.any([Promise.reject(new Error('one')), Promise.reject(new Error('two'))])
  .catch(e => e);
print(many.errors.length, many.errors.map(e => e.message).join());
