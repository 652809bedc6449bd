// Attacks the page around a program in a browser: its frame, its parents, its messages, its document.
const names = ['window', 'self', 'top', 'parent', 'frameElement', 'opener', 'document', 'location'];
const found = names.filter((name) => typeof globalThis[name] !== 'undefined');
function spoil(name) {
  try {
    const object = globalThis[name];
    if (object && object.document) object.document.title = 'spoilt';
    if (object && object.debunkHost) object.debunkHost = null;
    if (object && object.addEventListener) object.addEventListener('error', (event) => { event.stopImmediatePropagation(); }, true);
    if (object && object.postMessage) object.postMessage('forged', '*');
  } catch (error) {
    return typeof error;
  }
  return name;
}
for (const name of found) spoil(name);
let count = found.length;
count += 1;
print(count > 0);
setTimeout(() => { throw new Error('late ' + typeof count); }, 2);
