"use strict";
function classify(kind) {
  switch (kind) {
    case 'early':
      let shared = 'set early';
      return shared;
    case 'late':
      try {
        shared = 'too soon';
      } catch (e) {
        return e.name;
      }
      break;
    case 'block': {
      const shared = 'own block';
      return shared + ' ' + helper();
    }
    case 'fn':
      function helper() { return 'hoisted in switch'; }
      return helper();
  }
  return 'fell out';
}
for (const k of ['early', 'late', 'block', 'fn', 'other']) print(k, classify(k));
