package main

import (
	"errors"
	"fmt"
)

var errNegative = errors.New("negative")

func factorial(n int) (int, error) {
	if n < 0 {
		return 0, errNegative
	}
	if n < 2 {
		return 1, nil
	}
	below, err := factorial(n - 1)
	if err != nil {
		return 0, err
	}
	return n * below, nil
}

func divide(a, b int) (quotient, rest int) {
	quotient = a / b
	rest = a % b
	return
}

func main() {
	for _, n := range []int{0, 5, -1} {
		result, err := factorial(n)
		if errors.Is(err, errNegative) {
			fmt.Println(n, "is refused:", err)
			continue
		}
		fmt.Println(n, result)
	}
	quotient, rest := divide(17, 5)
	fmt.Println(quotient, rest)
}
