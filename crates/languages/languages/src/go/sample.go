package main

import "fmt"

func add(amount int) int {
	doubled := amount * 2
	return doubled + 1
}

func main() {
	total := add(3)
	fmt.Println(total)
}
