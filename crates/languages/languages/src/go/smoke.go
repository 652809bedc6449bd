package main

import "fmt"

func add(first int, second int) int {
	sum := first + second
	return sum
}

func main() {
	one := add(1, 2)
	fmt.Println(one)
	fmt.Println(add(30, 12))
}
