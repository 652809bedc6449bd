// Part of the header of a copy that also hides the insertions from programs that look at positions.
// The insertions: line, column in the program's own text, length.
const inserted = SHIFTS;
const ownColumn = (line, column) => {
  let shift = 0;
  for (let index = 0; index < inserted.length; index += 1) {
    const it = inserted[index];
    if (it[0] !== line) continue;
    if (column < it[1] + shift) break;
    if (column < it[1] + shift + +it[2]) return it[1];
    shift += +it[2];
  }
  return column - shift;
};
const text = String;
const asNumber = global.Number;
const search = free(RegExp.prototype.exec);
const position = new RegExp(':([0-9]+):([0-9]+)([)]?)$');
let ownFile;
const shownSite = (site) => {
  const told = text(site);
  if (site.getFileName() !== ownFile) return told;
  const found = search(position, told);
  if (found === null) return told;
  const column = ownColumn(asNumber(found[1]), found[2] - 1) + 1;
  return slice(told, 0, found.index) + ':' + found[1] + ':' + column + found[3];
};
const shownStack = (error, sites) => {
  let told = text(error);
  for (let index = 0; index < sites.length; index += 1) told += '\n    at ' + shownSite(sites[index]);
  return told;
};
// Bun has the property from the start, and reports other columns once it is another function.
if (!has(Error, 'prepareStackTrace')) {
  const prepare = (value) => Object.defineProperty(Error, 'prepareStackTrace', { __proto__: null, value, configurable: true, writable: true });
  prepare((error, sites) => { ownFile = sites[0].getFileName(); });
  new Error('where').stack;
  prepare(shownStack);
}
