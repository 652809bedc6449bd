package main

import (
	"errors"
	"fmt"
)

type circle struct{ radius int }

type square struct {
	side  int
	label string
}

type shape interface{ area() int }

func (c circle) area() int { return 3 * c.radius * c.radius }

func (s *square) area() int { return s.side * s.side }

func describe(value interface{}) string {
	switch known := value.(type) {
	case int:
		known++
		return fmt.Sprint("int ", known)
	case string:
		return "string " + known
	case shape:
		size := known.area()
		return fmt.Sprint("shape ", size)
	}
	return "other"
}

func check(limit int, all []shape) error {
	for i, one := range all {
		area := one.area()
		if area > limit {
			return fmt.Errorf("shape %d has %d", i, area)
		}
	}
	return nil
}

func main() {
	box := &square{4, "box"}
	all := []shape{circle{1}, box, circle{2}}
	mixed := []interface{}{7, "x", box, nil, 2.5}
	for _, value := range mixed {
		text := describe(value)
		fmt.Println(text)
	}
	failed := check(15, all)
	box.side = 2
	err := check(15, all)
	again := errors.Is(failed, err)
	fmt.Println(failed, err, again, box.label)
}
