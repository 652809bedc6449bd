"use strict";
const transitions = {
  idle: { coin: 'paid', button: 'idle', kick: 'broken' },
  paid: { coin: 'paid', button: 'serving', refund: 'idle' },
  serving: { done: 'idle' },
  broken: {},
};
let state = 'idle', served = 0, ignored = 0;
const events = ['button', 'coin', 'coin', 'button', 'coin', 'done', 'coin', 'refund', 'kick', 'coin'];
for (const event of events) {
  const next = transitions[state][event];
  if (next === undefined) { ignored++; continue; }
  if (next === 'serving') served++;
  if (next !== state) print(state, '->', next);
  state = next;
}
print(state, served, ignored);
