package main

import "fmt"

func insert(values []int, at, value int) []int {
	values = append(values, 0)
	copy(values[at+1:], values[at:])
	values[at] = value
	return values
}

func sort(values []int) {
	for i := 1; i < len(values); i++ {
		for j := i; j > 0 && values[j-1] > values[j]; j-- {
			values[j-1], values[j] = values[j], values[j-1]
		}
	}
}

func main() {
	values := []int{5, 2, 9}
	values = insert(values, 1, 7)
	fmt.Println(values, len(values))
	part := values[1:3]
	part[0] = 70
	fmt.Println(part, values)
	sort(values)
	fmt.Println(values)
	var nothing []int
	fmt.Println(nothing == nil, len(nothing))
	grid := [2][3]int{{1, 2, 3}}
	grid[1][2] = 6
	fmt.Println(grid)
}
