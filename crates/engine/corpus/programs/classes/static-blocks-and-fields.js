class Registry {
  static entries = new Map();
  static size = 0;
  static {
    const defaults = ['alpha', 'beta'];
    for (const name of defaults) {
      this.add(name, name.length);
    }
    if (this.size === 0) {
      print('no defaults');
    }
  }
  static add(name, value) {
    this.entries.set(name, value);
    this.size = this.entries.size;
    return this;
  }
  static {
    Registry.sealed = true;
  }
}

Registry.add('gamma', 99).add('beta', 0);
print(Registry.size, Registry.sealed);
for (const [k, v] of Registry.entries) print(k, v);
