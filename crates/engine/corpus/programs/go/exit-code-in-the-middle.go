package main

import (
	"fmt"
	"os"
)

func check(value int) {
	if value > 2 {
		fmt.Println("leaving with", value)
		os.Exit(value)
	}
	fmt.Println(value, "is fine")
}

func main() {
	defer fmt.Println("never printed")
	for value := 1; value < 10; value++ {
		check(value)
	}
}
