package main

import "fmt"

func sum(label string, numbers ...int) int {
	total := 0
	for index, number := range numbers {
		total += number * (index + 1)
	}
	fmt.Println(label, len(numbers), total)
	return total
}

func largest(first int, rest ...int) (best int) {
	best = first
	for _, number := range rest {
		if number > best {
			best = number
		}
	}
	return
}

func main() {
	sum("none")
	sum("three", 1, 2, 3)
	numbers := []int{4, 5}
	total := sum("slice", numbers...)
	fmt.Println(largest(total, append(numbers, 99)...))
	fmt.Println(largest(7))
}
