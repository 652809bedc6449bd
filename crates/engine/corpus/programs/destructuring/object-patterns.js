"use strict";
const config = {
  host: 'box',
  port: 0,
  flags: { verbose: true, dry: null },
  paths: ['src', 'lib'],
};

function connect(options) {
  const {
    host,
    port = 80,
    user: login = 'guest',
    flags: { verbose, dry = 'unset', color = false },
    paths: [main, second, third = main + second],
    ...others
  } = options;
  return [host, port, login, verbose, dry, color, third, Object.keys(others).length].join(' ');
}

print(connect(config));
print(connect({ host: 'h', flags: {}, paths: ['x', 'y', 'z'], a: 1, b: 2 }));
