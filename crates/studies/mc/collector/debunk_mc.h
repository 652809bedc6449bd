/* Metamorphic coverage inside a process: counters of sanitizer coverage become bitmaps.
 *
 * Compile the program under test with
 *     clang -fsanitize-coverage=inline-8bit-counters,pc-table
 * and this file without it; link both. Then, for each pair:
 *     mc_reset(); run(first);  mc_snapshot(one);
 *     mc_reset(); run(second); mc_snapshot(two);
 *     mc_xor_or(one, two, mc);
 * A bitmap has mc_words() words. mc_dump() writes the addresses of a bitmap for llvm-symbolizer.
 */
#ifndef DEBUNK_MC_H
#define DEBUNK_MC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many counters (edges of the program) there are. */
size_t mc_counters(void);
/* How many words a bitmap has. */
size_t mc_words(void);
/* Sets all counters to zero. */
void mc_reset(void);
/* Writes which counters are not zero, and sets them to zero. */
void mc_snapshot(uint64_t *bitmap);
/* Adds what is in exactly one of two bitmaps to a third; says how many numbers that added. */
size_t mc_xor_or(const uint64_t *one, const uint64_t *two, uint64_t *mc);
/* Adds a bitmap to another; says how many numbers that added. */
size_t mc_or(const uint64_t *bitmap, uint64_t *sum);
/* How many numbers are in a bitmap. */
size_t mc_count(const uint64_t *bitmap);
/* The address in the program (as in its file) of a counter; 0 when it is not known. */
uintptr_t mc_address(size_t counter);
/* Whether a counter is the entry of a function. */
int mc_is_entry(size_t counter);
/* Writes the addresses of the counters in a bitmap, one per line; 0 when all went well. */
int mc_dump(const uint64_t *bitmap, const char *path);

#ifdef __cplusplus
}
#endif

#endif
