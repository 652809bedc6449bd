function table(rows, cols) {
	var lines = [];
	for (var r = 1; r <= rows; r++) {
		var line = '';
		for (var c = 1; c <= cols; c++) {
			var cell = r * c;
			line += (cell < 10 ? '  ' : ' ') + cell;
		}
		lines.push(line);
	}
	return lines;
}

table(3, 5).forEach(function (l) { print(l); });
print(table(0, 9).length);
