function validate(form) {
  var problem = 'none';
  check: {
    if (!form.name) { problem = 'name'; break check; }
    inner: {
      if (form.age === undefined) break inner;
      if (form.age < 18) { problem = 'age'; break check; }
    }
    if (!form.agreed) { problem = 'agree'; break check; }
    return 'valid';
  }
  return 'bad ' + problem;
}
print(validate({ name: 'a', age: 20, agreed: true }));
print(validate({ name: 'a', age: 7, agreed: true }));
print(validate({ name: 'a', agreed: false }));
print(validate({}));
