function onStart(log) {
  log.push('start');
}
function onPause() {
  void 0;
}
function onStop(log) {
  void 'nothing to do yet';
  log.push('stop');
}
const handlers = { start: onStart, pause: onPause, stop: onStop };
function dispatch(events) {
  const log = [];
  for (const name of events) {
    const handler = handlers[name];
    if (handler) handler(log);
    else void 0;
  }
  return log;
}
print(dispatch(['start', 'pause', 'jump', 'stop']).join(' '));
print(String(onPause()));
