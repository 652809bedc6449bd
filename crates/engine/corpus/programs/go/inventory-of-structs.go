package main

import "fmt"

type item struct {
	name  string
	price int
	tags  []string
}

type shelf struct {
	items []item
	limit int
}

func (s *shelf) add(name string, price int, tags ...string) bool {
	if len(s.items) >= s.limit {
		return false
	}
	s.items = append(s.items, item{name, price, tags})
	return true
}

func (s shelf) total() int {
	sum := 0
	for _, it := range s.items {
		sum += it.price * len(it.tags)
	}
	return sum
}

func dearest(items []item) *item {
	var found *item
	for i := range items {
		current := &items[i]
		if found == nil || current.price > found.price {
			found = current
		}
	}
	return found
}

func main() {
	store := shelf{limit: 3}
	names := []string{"pen", "cup", "lamp", "desk"}
	for i, name := range names {
		added := store.add(name, (i+1)*5, name[:1], "all")
		fmt.Println(name, added)
	}
	best := dearest(store.items)
	best.price -= 4
	best.tags[0] = "sale"
	total := store.total()
	fmt.Println(best.name, store.items[2].tags, total)
}
