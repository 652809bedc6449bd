package main

import "fmt"

func produce(count int, out chan<- int, back <-chan bool) {
	for i := 1; i <= count; i++ {
		out <- i * i
		<-back
	}
	close(out)
}

func main() {
	numbers := make(chan int)
	back := make(chan bool)
	go produce(4, numbers, back)
	sum := 0
	for number := range numbers {
		sum += number
		fmt.Println("got", number, "sum", sum)
		back <- true
	}
	_, open := <-numbers
	fmt.Println("open:", open)
}
