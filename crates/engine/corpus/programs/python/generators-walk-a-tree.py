class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.key
        if self.right:
            yield from self.right

    def paths(self, before=""):
        path = before + str(self.key)
        if not self.left and not self.right:
            yield path
        for child in (self.left, self.right):
            if child:
                yield from child.paths(path + ">")


tree = Node(5, Node(2, Node(1), Node(3)), Node(8))
print(list(tree))
for path in tree.paths():
    print(path)
