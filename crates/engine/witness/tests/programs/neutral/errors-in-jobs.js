setTimeout(() => { throw new Error('one') });
setTimeout(() => print('two'));
Promise.reject(new Error('three'));
print('zero');
