export default class { static n = this.name }
print('x');
