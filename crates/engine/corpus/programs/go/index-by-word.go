package main

import (
	"fmt"
	"sort"
	"strings"
)

type entry struct {
	count int
	lines []int
}

func index(text string) (map[string]*entry, []string) {
	found := map[string]*entry{}
	order := []string{}
	for number, line := range strings.Split(text, ";") {
		for _, word := range strings.Fields(line) {
			known := found[word]
			if known == nil {
				known = &entry{}
				found[word] = known
				order = append(order, word)
			}
			known.count++
			known.lines = append(known.lines, number)
		}
	}
	return found, order
}

func main() {
	found, order := index("a b a; c b; a")
	sort.Strings(order)
	lengths := map[int]string{}
	for _, word := range order {
		known := found[word]
		lengths[known.count] = word
		fmt.Println(word, known.count, known.lines)
	}
	delete(found, "c")
	most := lengths[3]
	fmt.Println(len(found), len(lengths), most)
}
