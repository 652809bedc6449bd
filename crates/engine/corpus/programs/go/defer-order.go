package main

import "fmt"

func work(name string) (result string) {
	defer func() {
		result += "!"
	}()
	for i := 0; i < 3; i++ {
		defer fmt.Println("deferred", name, i)
	}
	result = "worked on " + name
	return result
}

func main() {
	defer fmt.Println("main is over")
	text := work("a")
	fmt.Println(text)
	text = work("b")
	fmt.Println(text)
}
