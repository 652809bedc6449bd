function tokens(text) {
  var numbers = 0, words = 0, skipped = 0, at = 0;
  scan: while (true) {
    switch (text[at++]) {
      case undefined:
        break scan;
      case ' ':
      case '\t':
        skipped++;
        continue scan;
      case '0': case '1': case '2':
        numbers++;
        break;
      case '#':
        at = text.length;
        continue;
      default:
        words++;
    }
    if (numbers + words > 100) { return 'too many'; }
  }
  return [numbers, words, skipped].join();
}
print(tokens('a 1 b2 \t0 c # 1 2'));
print(tokens(''));
