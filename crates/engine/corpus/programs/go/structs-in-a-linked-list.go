package main

import "fmt"

type node struct {
	value int
	next  *node
}

type list struct {
	head *node
	size int
}

func (l *list) push(value int) {
	l.head = &node{value, l.head}
	l.size++
}

func (l *list) reverse() {
	var done *node
	for at := l.head; at != nil; {
		next := at.next
		at.next = done
		done, at = at, next
	}
	l.head = done
}

func main() {
	var numbers list
	for i := 1; i <= 3; i++ {
		numbers.push(i * i)
	}
	numbers.reverse()
	for at := numbers.head; at != nil; at = at.next {
		fmt.Println(at.value)
	}
	fmt.Println("size", numbers.size)
}
