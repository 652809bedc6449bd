function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
print(isJson('{"a":[1,2]}'), isJson('{a:1}'), isJson(''), isJson('null'));
let attempts = 0;
try { attempts++; null.x; attempts++; } catch { attempts += 10; } finally { attempts += 100; }
print(attempts);
