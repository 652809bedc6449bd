package main

import (
	"fmt"
	"sort"
	"strings"
)

func count(text string) map[string]int {
	counts := make(map[string]int)
	for _, word := range strings.Fields(text) {
		counts[strings.ToLower(word)]++
	}
	return counts
}

func keys(counts map[string]int) []string {
	var all []string
	for key := range counts {
		all = append(all, key)
	}
	sort.Strings(all)
	return all
}

func main() {
	counts := count("the cat and The dog and the bird")
	for _, key := range keys(counts) {
		fmt.Println(key, counts[key])
	}
	delete(counts, "the")
	if _, found := counts["the"]; !found {
		fmt.Println("the is gone")
	}
	fmt.Println(len(counts), counts["missing"])
}
