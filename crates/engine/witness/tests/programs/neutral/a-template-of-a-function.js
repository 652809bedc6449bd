const f = () => 1; let y = `${f}`; y = y.length; print(y > 3);
