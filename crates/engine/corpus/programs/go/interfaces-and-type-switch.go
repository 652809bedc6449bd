package main

import (
	"errors"
	"fmt"
)

type shape interface {
	area() int
}

type square struct{ side int }
type box struct{ width, height int }

func (s square) area() int { return s.side * s.side }
func (b *box) area() int   { return b.width * b.height }

func describe(value any) string {
	switch kind := value.(type) {
	case nil:
		return "nothing"
	case int, int64:
		return fmt.Sprint("number ", kind)
	case shape:
		area := kind.area()
		return fmt.Sprint("shape of ", area)
	case error:
		return "error " + kind.Error()
	default:
		return fmt.Sprintf("some %T", kind)
	}
}

func main() {
	values := []any{3, square{4}, &box{2, 5}, errors.New("lost"), "text", nil}
	for _, value := range values {
		fmt.Println(describe(value))
	}
	var first shape = square{2}
	if _, isBox := first.(*box); !isBox {
		fmt.Println("not a box")
	}
}
