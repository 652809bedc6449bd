"use strict";
let low = 9, high = 3;
const wasWrong = low > high;
if (wasWrong) [low, high] = [high, low];
let gap = high - low;
while (gap > 2) gap -= 2;
print(low, high, wasWrong, gap);
