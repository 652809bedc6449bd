def table(rows, columns):
    return [[row * column for column in range(1, columns + 1)] for row in range(1, rows + 1)]


def main():
    grid = table(3, 4)
    for row in grid:
        print(row)
    even = [cell for row in grid for cell in row if cell % 2 == 0 if cell > 2]
    print("even:", even)
    squares = {number: number * number for number in range(5) if number != 3}
    print(squares)
    letters = {letter for word in ("tree", "root") for letter in word}
    print(sorted(letters))


main()
