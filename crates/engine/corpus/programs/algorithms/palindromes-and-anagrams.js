const letters = s => s.toLowerCase().replace(/[^a-z]/g, '');
function isPalindrome(text) {
  const s = letters(text);
  for (let i = 0, j = s.length - 1; i < j; i++, j--)
    if (s[i] !== s[j]) return false;
  return true;
}
const signature = s => [...letters(s)].sort().join('');
const areAnagrams = (a, b) => signature(a) === signature(b);
print(isPalindrome('Never odd or even'), isPalindrome('almost'));
print(areAnagrams('Dirty room', 'dormitory'), areAnagrams('a', 'b'), signature('banana'));
