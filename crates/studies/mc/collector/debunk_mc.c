/* Turns the counters of sanitizer coverage into bitmaps; see debunk_mc.h. */

#define _GNU_SOURCE
#include "debunk_mc.h"

#include <link.h>
#include <stdio.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Shared libraries register counters of their own; more than these are left out. */
#define MODULE_LIMIT 64
#define WORD_BITS 64
#define BYTES_PER_STEP 8

struct module {
    uint8_t *counters;
    size_t length;
    /* The first number of the module; every module begins with a new word. */
    size_t start;
    /* Pairs of address and flags. */
    const uintptr_t *table;
};

static struct module modules[MODULE_LIMIT];
static size_t module_count;
static size_t word_count;
static size_t counter_count;

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop);

void __sanitizer_cov_8bit_counters_init(uint8_t *start, uint8_t *stop) {
    for (size_t i = 0; i < module_count; i++)
        if (modules[i].counters == start) return;
    if (start == stop || module_count == MODULE_LIMIT) return;
    struct module *module = &modules[module_count++];
    module->counters = start;
    module->length = (size_t)(stop - start);
    module->start = word_count * WORD_BITS;
    word_count += (module->length + WORD_BITS - 1) / WORD_BITS;
    counter_count += module->length;
}

void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop) {
    /* The table of a module is registered right after its counters. */
    for (size_t i = 0; i < module_count; i++) {
        if (modules[i].table == NULL && modules[i].length == (size_t)(stop - start) / 2) {
            modules[i].table = start;
            return;
        }
    }
}

size_t mc_counters(void) { return counter_count; }

size_t mc_words(void) { return word_count; }

void mc_reset(void) {
    for (size_t i = 0; i < module_count; i++) memset(modules[i].counters, 0, modules[i].length);
}

#ifdef __SSE2__
/* Which of 64 counters are not zero; these are set to zero. */
static inline uint64_t take(uint8_t *counters) {
    const __m128i zero = _mm_setzero_si128();
    __m128i *lanes = (__m128i *)counters;
    __m128i parts[4];
    for (int i = 0; i < 4; i++) parts[i] = _mm_loadu_si128(lanes + i);
    __m128i any = _mm_or_si128(_mm_or_si128(parts[0], parts[1]), _mm_or_si128(parts[2], parts[3]));
    /* Most of the program did not run. */
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(any, zero)) == 0xffff) return 0;
    uint64_t word = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t zeros = (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(parts[i], zero));
        word |= (zeros ^ 0xffff) << (16 * i);
        _mm_storeu_si128(lanes + i, zero);
    }
    return word;
}
#else
/* Eight counters as eight bits: bit i says whether byte i is not zero. */
static inline uint64_t squeeze(uint64_t bytes) {
    const uint64_t low = 0x7f7f7f7f7f7f7f7full;
    /* The high bit of each byte that is not zero. */
    uint64_t high = ((((bytes & low) + low) | bytes) & ~low) >> 7;
    return (high * 0x0102040810204080ull) >> 56;
}

/* Which of 64 counters are not zero; these are set to zero. */
static inline uint64_t take(uint8_t *counters) {
    uint64_t eights[WORD_BITS / BYTES_PER_STEP], any = 0, word = 0;
    memcpy(eights, counters, sizeof eights);
    for (size_t i = 0; i < WORD_BITS / BYTES_PER_STEP; i++) any |= eights[i];
    /* Most of the program did not run. */
    if (any == 0) return 0;
    for (size_t i = 0; i < WORD_BITS / BYTES_PER_STEP; i++)
        word |= squeeze(eights[i]) << (i * BYTES_PER_STEP);
    memset(counters, 0, WORD_BITS);
    return word;
}
#endif

void mc_snapshot(uint64_t *bitmap) {
    for (size_t i = 0; i < module_count; i++) {
        uint8_t *counters = modules[i].counters;
        size_t length = modules[i].length;
        uint64_t *words = bitmap + modules[i].start / WORD_BITS;
        size_t at = 0;
        for (; at + WORD_BITS <= length; at += WORD_BITS)
            words[at / WORD_BITS] = take(counters + at);
        if (at < length) words[at / WORD_BITS] = 0;
        for (; at < length; at++) {
            words[at / WORD_BITS] |= (uint64_t)(counters[at] != 0) << (at % WORD_BITS);
            counters[at] = 0;
        }
    }
}

size_t mc_xor_or(const uint64_t *one, const uint64_t *two, uint64_t *mc) {
    size_t added = 0;
    for (size_t i = 0; i < word_count; i++) {
        uint64_t fresh = (one[i] ^ two[i]) & ~mc[i];
        if (fresh) {
            mc[i] |= fresh;
            added += (size_t)__builtin_popcountll(fresh);
        }
    }
    return added;
}

size_t mc_or(const uint64_t *bitmap, uint64_t *sum) {
    size_t added = 0;
    for (size_t i = 0; i < word_count; i++) {
        uint64_t fresh = bitmap[i] & ~sum[i];
        if (fresh) {
            sum[i] |= fresh;
            added += (size_t)__builtin_popcountll(fresh);
        }
    }
    return added;
}

size_t mc_count(const uint64_t *bitmap) {
    size_t count = 0;
    for (size_t i = 0; i < word_count; i++) count += (size_t)__builtin_popcountll(bitmap[i]);
    return count;
}

static const struct module *module_of(size_t counter) {
    for (size_t i = 0; i < module_count; i++)
        if (counter >= modules[i].start && counter < modules[i].start + modules[i].length)
            return &modules[i];
    return NULL;
}

/* Where the object that holds an address is loaded. */
struct place {
    uintptr_t address;
    uintptr_t base;
};

static int look(struct dl_phdr_info *info, size_t size, void *data) {
    struct place *place = data;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (place->address >= start && place->address < start + info->dlpi_phdr[i].p_memsz) {
            place->base = info->dlpi_addr;
            return 1;
        }
    }
    return 0;
}

uintptr_t mc_address(size_t counter) {
    const struct module *module = module_of(counter);
    if (module == NULL || module->table == NULL) return 0;
    struct place place = {module->table[2 * (counter - module->start)], 0};
    dl_iterate_phdr(look, &place);
    return place.address - place.base;
}

int mc_is_entry(size_t counter) {
    const struct module *module = module_of(counter);
    if (module == NULL || module->table == NULL) return 0;
    return (int)(module->table[2 * (counter - module->start) + 1] & 1);
}

int mc_dump(const uint64_t *bitmap, const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL) return -1;
    for (size_t counter = 0; counter < word_count * WORD_BITS; counter++)
        if (bitmap[counter / WORD_BITS] >> (counter % WORD_BITS) & 1)
            fprintf(file, "0x%lx\n", (unsigned long)mc_address(counter));
    return fclose(file);
}
