const id = async x => x;

async function main(flag) {
  const sum = (await id(1)) + (await id(2)) * await id(3);
  const list = [await id('a'), ...(await id(['b', 'c']))];
  const obj = { key: await id(true), [await id('computed')]: 1 };
  const word = (await id(flag)) ? await id('yes') : await id('no');
  const text = `${await id(4)}-${await id(5)}`;
  let acc = 1;
  acc += await id(acc = 10);
  print(sum, list.join(''), obj.key, obj.computed, word, text, acc);
  return (await id(main)).length;
}

main(false).then(n => print(n));
