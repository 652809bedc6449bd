package main

import "fmt"

func grade(score int) string {
	switch {
	case score >= 90:
		return "great"
	case score >= 50:
		return "good"
	}
	return "poor"
}

func days(month int) int {
	days := 0
	switch month {
	case 4, 6, 9, 11:
		days = 30
	case 1:
		days += 1
		fallthrough
	case 2:
		days += 28
	default:
		days = 31
	}
	return days
}

func main() {
	for _, score := range []int{95, 50, 3} {
		fmt.Println(score, grade(score))
	}
	for month := 1; month <= 4; month++ {
		fmt.Println(month, days(month))
	}
	switch size := len("text"); size % 2 {
	case 0:
		fmt.Println("even")
	default:
		fmt.Println("odd")
	}
}
