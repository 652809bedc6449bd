function nothing() {}
function nothingElse() { }
function onlyComment() { /* nothing to do */ }
const noop = () => {};
class Empty {}
{}
{ }
;;;
if (true) {} else {}
for (var i = 0; i < 3; i++) {}
for (var j = 0; j < 3; j++);
while (false) {}
do {} while (0);
try {} catch (e) {} finally {}
label: {}
switch (1) {}
print(String(nothing()), String(nothingElse()), String(onlyComment(noop())));
print(i, j, typeof new Empty());
