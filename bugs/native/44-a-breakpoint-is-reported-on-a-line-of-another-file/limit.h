#ifndef LIMIT_H
#define LIMIT_H

/*
 * The greatest number of entries that a table may have.
 *
 * It is a function, so that a later version can read it from the
 * environment, and it is inlined, so that until then it costs nothing.
 */
static inline __attribute__((always_inline)) int limit(void) {
    return 10;
}

#endif
