function overrides() {
  try {
    return 'from try';
  } finally {
    return 'from finally';
  }
}
function swallows() {
  try {
    throw new Error('lost');
  } finally {
    return 'error gone';
  }
}
function keeps() {
  let n = 1;
  try {
    return n;
  } finally {
    n = 99;
  }
  print('dead code');
}
function breaksOut() {
  for (let i = 0; ; i++) {
    try {
      if (i === 2) return 'returned';
    } finally {
      if (i === 2) break;
    }
  }
  return 'broke out';
}
print(overrides());
print(swallows());
print(keeps());
print(breaksOut());
