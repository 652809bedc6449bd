function run() {
  var log = [];
  a: for (var i = 0; i < 2; i++) { log.push('a' + i); if (i) break a; }
  a: b: do { log.push('ab'); if (log.length > 4) break b; continue a; } while (log.length < 6);
  a: if (log.length) { log.push('if'); break a; log.push('dead'); }
  outer: while (true) {
    middle: for (;;) {
      for (const k of [1, 2, 3]) {
        if (k === 1) continue;
        log.push('k' + k);
        if (k === 2) break middle;
      }
    }
    log.push('after middle');
    break outer;
  }
  return log.join(' ');
}
print(run());
