package main

import "fmt"

type number interface {
	~int | ~float64
}

func sum[T number](values []T) T {
	var total T
	for _, value := range values {
		total += value
	}
	return total
}

func transform[From, To any](values []From, change func(From) To) []To {
	changed := make([]To, 0, len(values))
	for _, value := range values {
		changed = append(changed, change(value))
	}
	return changed
}

type stack[T any] struct {
	items []T
}

func (s *stack[T]) push(item T) {
	s.items = append(s.items, item)
}

func (s *stack[T]) pop() (item T, found bool) {
	if len(s.items) == 0 {
		return item, false
	}
	item = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return item, true
}

func main() {
	fmt.Println(sum([]int{1, 2, 3}), sum([]float64{0.5, 0.25}))
	words := transform([]int{1, 22, 333}, func(n int) string { return fmt.Sprint("<", n, ">") })
	var kept stack[string]
	for _, word := range words {
		kept.push(word)
	}
	for word, found := kept.pop(); found; word, found = kept.pop() {
		fmt.Println(word)
	}
}
