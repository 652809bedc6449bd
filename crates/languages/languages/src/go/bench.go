package main

import "fmt"

var count = 0

func square(value int) int {
	result := value * value
	count += 1
	return result
}

func total(limit int) int {
	sum := 0
	for index := 0; index < limit; index += 1 {
		sum += square(index)
		sum -= 1
	}
	return sum
}

func main() {
	first := total(4)
	second := total(3)
	third := first + second
	fmt.Println(third, count)
	third = total(2)
	fmt.Println(third)
}
