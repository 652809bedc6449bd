package main

import (
	"errors"
	"fmt"
)

type point struct {
	x, y int
	next *point
}

func (p point) String() string {
	fmt.Println("String ran")
	return "point"
}

func (p *point) Error() string {
	fmt.Println("Error ran")
	return "point"
}

func (p point) GoString() string {
	fmt.Println("GoString ran")
	return "point"
}

func (p point) Format(state fmt.State, verb rune) {
	fmt.Println("Format ran")
}

type base struct{ id uint8 }

type colour int

type nest struct {
	base
	inner struct {
		list []int
		word string
	}
	empty struct{}
	call  func(int) int
	tag   interface{}
	_     int
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(item T) int {
	s.items = append(s.items, item)
	count := len(s.items)
	return count
}

func first[T any](items []T) T {
	found := items[0]
	return found
}

func main() {
	numbers := []int{3, -4, 5}
	grid := [2][2]int8{{1, 2}, {3, 4}}
	names := []string{"a", "b c", "d/e", "0x12345678"}
	var none []int
	half, whole, tiny := 2.5, 4.0, float32(0.1)
	zero := 0.0
	zero = -zero
	word, quoted, long := "hello", "say \"x\"", ""
	for len(long) < 200 {
		long += "0123456789"
	}
	letter, raw := 'x', byte(200)
	bytes := []byte("hi")
	point := &point{1, 2, nil}
	point.next = point
	var shape error = point
	var absent error
	var typed interface{} = (*base)(nil)
	var whatever interface{} = 7
	failure := errors.New("failed")
	counts := map[string]int{"b": 2, "a": 1, "c": 3}
	keyed := map[int][]int{7: {1}, 1: {2}, -3: nil}
	odd := map[base]int{{1}: 1}
	truths := map[bool]string{true: "yes", false: "no"}
	many := map[int]int{}
	var unset map[string]int
	wide := make([]int, 100)
	for i := 0; i < 100; i++ {
		many[i] = i
		wide[i] = i
	}
	shade := colour(2)
	shades := map[colour]int{shade: 1}
	var nested nest
	nested.id = 9
	nested.inner.list = numbers[:2]
	nested.tag = counts
	boxes := stack[int]{}
	pushed := boxes.push(4)
	pointer := &numbers[1]
	double := &pointer
	pipe := make(chan int, 2)
	both := complex(1, 2)
	call := func(n int) int { return n + pushed }
	top := first(numbers)
	top += len(names) + call(1) // here
	fmt.Println(top, none, half, whole, tiny, zero, word, quoted, len(long), letter, raw, bytes)
	fmt.Println(grid, shape != nil, absent, typed == nil, whatever, failure, len(counts), len(keyed))
	fmt.Println(len(odd), len(truths), len(many), unset, len(wide), len(shades), boxes, **double)
	fmt.Println(len(pipe), both, nested.id)
}
