package main

import "fmt"

func divide(left, right int) (quotient int, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("recovered: %v", problem)
		}
	}()
	quotient = left / right
	return quotient, nil
}

func deep(level int) {
	if level == 0 {
		panic("bottom")
	}
	defer fmt.Println("leaving level", level)
	deep(level - 1)
}

func safely(run func()) (problem any) {
	defer func() { problem = recover() }()
	run()
	return "none"
}

func main() {
	quotient, err := divide(7, 2)
	fmt.Println(quotient, err)
	quotient, err = divide(7, 0)
	fmt.Println(quotient, err != nil)
	problem := safely(func() { deep(3) })
	fmt.Println("problem:", problem)
}
