package main

import "fmt"

type matrix [2][3]int

type pair struct{ row, column int }

func scaled(m matrix, by int) matrix {
	for row := range m {
		for column := range m[row] {
			m[row][column] *= by
		}
	}
	return m
}

func find(m *matrix, wanted int) (pair, bool) {
	for row, values := range m {
		for column, value := range values {
			if value == wanted {
				place := pair{row, column}
				return place, true
			}
		}
	}
	return pair{-1, -1}, false
}

func main() {
	first := matrix{{1, 2, 3}, {4, 5, 6}}
	second := scaled(first, 3)
	place, ok := find(&second, 12)
	first[place.row][place.column] = 40
	line := first[1][:]
	line[2]++
	sums := [2]int{}
	for row := range first {
		for _, value := range first[row] {
			sums[row] += value
		}
	}
	missing, found := find(&first, 99)
	fmt.Println(place, ok, sums, missing, found)
	fmt.Println(second[1], line, len(first))
}
