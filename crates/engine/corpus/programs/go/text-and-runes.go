package main

import (
	"fmt"
	"strings"
)

func reverse(text string) string {
	runes := []rune(text)
	for low, high := 0, len(runes)-1; low < high; low, high = low+1, high-1 {
		runes[low], runes[high] = runes[high], runes[low]
	}
	return string(runes)
}

func encode(text string) string {
	var result strings.Builder
	runs := 0
	for at, letter := range text {
		runs++
		last := at+len(string(letter)) == len(text)
		if last || !strings.HasPrefix(text[at+len(string(letter)):], string(letter)) {
			fmt.Fprintf(&result, "%c%d", letter, runs)
			runs = 0
		}
	}
	return result.String()
}

func main() {
	fmt.Println(reverse("naïve"))
	fmt.Println(encode("aaabccd"))
	for index, letter := range "aß!" {
		fmt.Println(index, string(letter))
	}
}
