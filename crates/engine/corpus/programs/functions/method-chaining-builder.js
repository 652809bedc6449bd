function Query(table) {
  this.parts = ['from ' + table];
  this.count = 0;
}
Query.prototype = {
  constructor: Query,
  where: function (field, value) {
    this.parts.push((this.count++ ? 'and ' : 'where ') + field + '=' + value);
    return this;
  },
  limit: function (n) {
    if (n <= 0) return this;
    this.parts.push('limit ' + n);
    return this;
  },
  explode: function () { throw new Error('not called'); },
  toString: function () { return this.parts.join(' '); }
};
print(new Query('cats')
  .where('colour', 'black')
  .where('legs', 4)
  .limit(0)
  .limit(3)
  .toString());
print(String(new Query('dogs')));
