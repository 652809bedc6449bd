package main

import "fmt"

type point struct {
	x, y int
}

func (p point) plus(other point) point {
	return point{p.x + other.x, p.y + other.y}
}

func (p *point) scale(by int) {
	p.x *= by
	p.y *= by
}

type named struct {
	point
	name string
}

func (n named) String() string {
	return fmt.Sprintf("%s at %d,%d", n.name, n.x, n.y)
}

func main() {
	place := named{point{1, 2}, "home"}
	place.scale(3)
	fmt.Println(place)
	place.point = place.plus(point{10, 20})
	fmt.Println(place)
	scale := place.scale
	scale(2)
	fmt.Println(place.x, place.y)
}
