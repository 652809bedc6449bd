#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node { int key; struct node *left, *right; } node;

static node *insert(node *root, int key)
{
    if (!root) {
        root = malloc(sizeof *root);
        root->key = key;
        root->left = root->right = NULL;
        return root;
    }
    if (key < root->key) root->left = insert(root->left, key);
    else root->right = insert(root->right, key);
    return root;
}

static int depth(const node *root)
{
    int left, right;
    if (!root) return 0;
    left = depth(root->left);
    if (root->right) right = depth(root->right);
    return 1 + (left > right ? left : right);
}

static void show(const node *root, int indent)
{
    if (!root) return;
    show(root->left, indent + 2);
    printf("%*s%d\n", indent, "", root->key);
    show(root->right, indent + 2);
}

int main(int argc, char **argv)
{
    node *root = NULL;
    for (int i = 1; i < argc; i++) root = insert(root, atoi(argv[i]));
    show(root, 0);
    printf("depth %d\n", depth(root));
    return 0;
}
