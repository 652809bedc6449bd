function hop(limit) {
  var trail = [];
  for (var i = 0; i < limit; i++) {
    trail.push(i);
    if (i % 3 === 1) i += 2;
    if (i > 1000) { i = 0; }
  }
  trail.push('end' + i);
  return trail.join(' ');
}
print(hop(15));
print(hop(1));
