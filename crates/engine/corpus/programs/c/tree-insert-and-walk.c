#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *tree, int key) {
    if (!tree) {
        struct tree *leaf = calloc(1, sizeof *leaf);
        if (!leaf)
            exit(3);
        leaf->key = key;
        return leaf;
    }
    struct tree **side = key < tree->key ? &tree->left : &tree->right;
    *side = insert(*side, key);
    return tree;
}

static int walk(const struct tree *tree, int depth) {
    if (!tree)
        return 0;
    int below = walk(tree->left, depth + 1);
    printf("%*s%d\n", depth * 2, "", tree->key);
    return below + 1 + walk(tree->right, depth + 1);
}

static void discard(struct tree *tree) {
    if (!tree) return;
    discard(tree->left);
    discard(tree->right);
    free(tree);
}

int main(void) {
    int keys[] = {5, 2, 8, 1, 9, 3};
    struct tree *root = NULL;
    for (int i = 0; i < 6; i++)
        root = insert(root, keys[i]);
    int count = walk(root, 0);
    printf("%d nodes\n", count);
    discard(root);
    return 0;
}
