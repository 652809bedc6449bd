// Part of the header: functions return the text that they have in the program. What a program
// could read otherwise would lead it to the log.
const border = '/*' + 'NAME' + '*/';
const withoutLog = (text) => {
  let rest = '';
  let from = 0;
  for (;;) {
    const open = find(text, border, from);
    if (open < 0) return rest + slice(text, from);
    rest += slice(text, from, open);
    const close = find(text, border, open + border.length);
    // A function may end with an insertion.
    if (close < 0) return rest;
    from = close + border.length;
  }
};
const nativeText = sourceOf(Function.prototype.toString);
const { toString: shownText } = { toString() { return this === shownText ? nativeText : withoutLog(sourceOf(this)); } };
Object.defineProperty(Function.prototype, 'toString', { __proto__: null, value: shownText });
