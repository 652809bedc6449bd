// Attacks the comparison of runs: counts how deep it can call itself before the stack is full.
let depth = 0;
function down() {
  depth += 1;
  return down() + 1;
}
function measure() {
  try { down(); } catch (error) { return error instanceof Error; }
  return false;
}
const is_error = measure();
print(is_error, depth > 100);
print(depth);
