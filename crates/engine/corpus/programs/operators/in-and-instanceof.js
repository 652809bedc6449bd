function Animal() {}
function Dog() {}
Dog.prototype = Object.create(Animal.prototype);
Dog.prototype.bark = true;

function facts(x) {
  return [
    x instanceof Dog,
    x instanceof Animal,
    x instanceof Object,
    'bark' in x,
    'tail' in x
  ].map(Number).join('');
}
var dog = new Dog();
dog.tail = undefined;
print(facts(dog));
print(facts(new Animal()));
print(facts(Object.create(null)));
Dog.prototype = {};
print(facts(dog), 2 in [0, 1, 2], 'length' in []);
