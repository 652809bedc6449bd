package main

import "fmt"

func search(grid [][]int, wanted int) (int, int) {
	row, column := -1, -1
rows:
	for r, line := range grid {
		for c, cell := range line {
			if cell < 0 {
				continue rows
			}
			if cell == wanted {
				row, column = r, c
				break rows
			}
		}
	}
	return row, column
}

func main() {
	grid := [][]int{{1, 2, 3}, {4, -1, 6}, {7, 8, 6}}
	fmt.Println(search(grid, 6))
	fmt.Println(search(grid, 9))
	tries := 0
again:
	tries++
	if tries < 3 {
		goto again
	}
	fmt.Println("tries", tries)
}
