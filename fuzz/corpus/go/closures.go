package main

import "fmt"

func counter(start int) (func(int) int, func() int) {
	count := start
	add := func(by int) int {
		count += by
		return count
	}
	read := func() int { return count }
	return add, read
}

func compose(functions ...func(int) int) func(int) int {
	return func(value int) int {
		for _, function := range functions {
			value = function(value)
		}
		return value
	}
}

func main() {
	add, read := counter(5)
	add(1)
	add(10)
	fmt.Println("count", read())
	twice := func(n int) int { return n * 2 }
	less := func(n int) int { return n - 1 }
	fmt.Println(compose(twice, less, twice)(7))
	total := 0
	func() {
		for i := 0; i < 4; i++ {
			total += i
		}
	}()
	fmt.Println("total", total)
}
