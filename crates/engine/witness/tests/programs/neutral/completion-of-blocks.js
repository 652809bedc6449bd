print(eval('var r = 0; do { r++; if (r == 2) { r; continue } 5 } while (r < 3)'));
