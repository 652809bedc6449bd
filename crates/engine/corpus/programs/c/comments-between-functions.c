/* A program with more comments
   than code. */
#include <stdio.h>

// The first function has a comment before it.
static int first(int n) { // and one behind it
    /* and one inside */
    int result = n /* even here */ + 1;
    // and one before the return
    return result;
    /* and one after it */
}

/*
 * A long comment

 * with an empty line in it,
 * between two functions.
 */

// Another one.

static int second(int n)
// a comment in an odd place
{
    int result = 0; // zero

    // nothing happens here

    result += n * 2;

    return result;
}
// The last function.
int main(void) {

    int value = first(4);   /* five */
    // value is five now
    value = second(value);  /* ten */

    printf("%d\n", value);
    /* end */
    return 0;
}
// The end of the file.
