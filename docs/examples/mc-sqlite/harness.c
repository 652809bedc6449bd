/* Runs NoREC and TLP pairs on SQLite in one process and measures metamorphic coverage.
 *
 *     harness RELATION SEED PAIRS MODE [COVERED [MC]]
 *
 * MODE is none (counters are not looked at), coverage (plain), mc (both), or first or second (only
 * that side of each pair is run, for tools that measure whole runs). Prints one line of JSON. The
 * variable MC_MUTANT chooses a fault in a SQLite that mutate.py has changed. The addresses of all
 * covered code go to the file COVERED, those in the MC to the file MC. The exit code is 1 when a
 * relation is violated, and 2 when a query fails.
 */
#define _GNU_SOURCE
#include "debunk_mc.h"
#include "sqlite3.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define QUERY_BYTES 4096
#define PAIRS_PER_DATABASE 2000
#define ROW_LIMIT 5
#define DEPTH_LIMIT 2
/* Enough for every allocation of a query. */
#define LOOKASIDE_BYTES 1200
#define LOOKASIDE_SLOTS 400

/* The fault that is switched on; 0 is none. */
int mc_mutant;

static uint64_t state;

/* xorshift64*: the same seed gives the same pairs everywhere. */
static unsigned draw(unsigned limit) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 0x2545F4914F6CDD1Dull) >> 33) % limit;
}

static const char *pick(const char *const *list, unsigned count) { return list[draw(count)]; }
#define PICK(list) pick(list, sizeof(list) / sizeof(*(list)))

/* A text that grows up to a fixed size. */
struct text {
    char bytes[QUERY_BYTES];
    size_t length;
};

static void add(struct text *text, const char *piece) {
    size_t length = strlen(piece);
    if (text->length + length >= QUERY_BYTES) length = QUERY_BYTES - 1 - text->length;
    memcpy(text->bytes + text->length, piece, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

static void add_all(struct text *text, ...) {
    va_list pieces;
    va_start(pieces, text);
    for (const char *piece; (piece = va_arg(pieces, const char *));) add(text, piece);
    va_end(pieces);
}

static void begin(struct text *text) { text->bytes[text->length = 0] = 0; }

static const char *const COLUMNS[] = {"a", "b", "c"};
static const char *const VALUES[] = {"0", "1", "-1", "2", "7", "NULL", "'x'", "'ab'", "'1'", "x'00'"};
static const char *const COMPARISONS[] = {" = ", " < ", " > ", " <= ", " >= ", " <> ", " IS ", " IS NOT "};

static void value(struct text *text) {
    if (draw(2)) add(text, PICK(COLUMNS));
    else add(text, PICK(VALUES));
}

static void predicate(struct text *text, int depth) {
    switch (draw(depth < DEPTH_LIMIT ? 11 : 6)) {
    case 0: case 1: case 2:
        value(text), add(text, PICK(COMPARISONS)), value(text);
        break;
    case 3:
        add(text, PICK(COLUMNS)), add(text, draw(2) ? " ISNULL" : " NOTNULL");
        break;
    case 4:
        add(text, PICK(COLUMNS)), add(text, " BETWEEN "), value(text), add(text, " AND "), value(text);
        break;
    case 5:
        add(text, PICK(COLUMNS)), add(text, draw(2) ? " IN (" : " NOT IN ("), value(text);
        add(text, ", "), value(text), add(text, ")");
        break;
    case 6:
        add(text, "NOT ("), predicate(text, depth + 1), add(text, ")");
        break;
    case 7:
        add(text, "("), predicate(text, depth + 1), add(text, ") IS NULL");
        break;
    default:
        add(text, "("), predicate(text, depth + 1), add(text, draw(2) ? ") AND (" : ") OR (");
        predicate(text, depth + 1), add(text, ")");
    }
}

/* The three parts of a table by a predicate, joined by an operator. */
static void parts(struct text *text, const char *head, const char *word, const char *p,
                  const char *tail, const char *joint) {
    add_all(text, head, word, "(", p, ")", tail, joint, head, word, "NOT (", p, ")", tail, joint,
            head, word, "(", p, ") IS NULL", tail, NULL);
}

static void norec(struct text *one, struct text *two, const char *p) {
    add_all(one, "SELECT 1 FROM t WHERE ", p, NULL);
    add_all(two, "SELECT 1 FROM (SELECT (", p, ") IS TRUE AS hit FROM t) WHERE +hit", NULL);
}

static void tlp_where(struct text *one, struct text *two, const char *p) {
    add(one, "SELECT a, b, c FROM t");
    parts(two, "SELECT a, b, c FROM t", " WHERE ", p, "", " UNION ALL ");
}

static void tlp_distinct(struct text *one, struct text *two, const char *p) {
    const char *column = PICK(COLUMNS);
    struct text head;
    begin(&head), add_all(&head, "SELECT DISTINCT ", column, " FROM t", NULL);
    add(one, head.bytes);
    parts(two, head.bytes, " WHERE ", p, "", " UNION ");
}

static void tlp_group_by(struct text *one, struct text *two, const char *p) {
    const char *column = PICK(COLUMNS);
    struct text tail;
    begin(&tail), add_all(&tail, " GROUP BY ", column, NULL);
    add_all(one, "SELECT ", column, " FROM t", tail.bytes, NULL);
    struct text head;
    begin(&head), add_all(&head, "SELECT ", column, " FROM t", NULL);
    parts(two, head.bytes, " WHERE ", p, tail.bytes, " UNION ");
}

static void tlp_having(struct text *one, struct text *two, const char *p) {
    add(one, "SELECT a, b, c FROM t GROUP BY a, b, c");
    parts(two, "SELECT a, b, c FROM t GROUP BY a, b, c", " HAVING ", p, "", " UNION ALL ");
}

static void tlp_aggregate(struct text *one, struct text *two, const char *p) {
    static const char *const FUNCTIONS[] = {"MAX", "MIN", "COUNT"};
    const char *function = PICK(FUNCTIONS), *column = PICK(COLUMNS);
    struct text head;
    begin(&head), add_all(&head, "SELECT ", function, "(", column, ") AS part FROM t", NULL);
    add(one, head.bytes);
    add_all(two, "SELECT ", strcmp(function, "COUNT") ? function : "SUM", "(part) FROM (", NULL);
    parts(two, head.bytes, " WHERE ", p, "", " UNION ALL ");
    add(two, ")");
}

struct relation {
    const char *name;
    void (*make)(struct text *one, struct text *two, const char *p);
};

static const struct relation RELATIONS[] = {
    {"norec", norec},           {"tlp-where", tlp_where},   {"tlp-distinct", tlp_distinct},
    {"tlp-groupby", tlp_group_by}, {"tlp-having", tlp_having}, {"tlp-aggregate", tlp_aggregate},
};
#define RELATION_COUNT (sizeof(RELATIONS) / sizeof(*RELATIONS))

static void stop(sqlite3 *db, const char *sql) {
    fprintf(stderr, "failed to run %s: %s\n", sql, sqlite3_errmsg(db));
    exit(2);
}

static void run(sqlite3 *db, const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) stop(db, sql);
}

/* A table with a few rows, sometimes with indexes. */
static sqlite3 *open_database(void) {
    static const char *const TYPES[] = {" INTEGER", " TEXT", "", " BLOB", " REAL"};
    sqlite3 *db;
    struct text sql;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) stop(db, "open");
    /* Small pages and temporary tables in memory: the databases are tiny. */
    run(db, "PRAGMA page_size = 512; PRAGMA temp_store = MEMORY");
    begin(&sql);
    add_all(&sql, "CREATE TABLE t (a", PICK(TYPES), ", b", PICK(TYPES), ", c", PICK(TYPES), ")", NULL);
    run(db, sql.bytes);
    if (draw(2)) run(db, "CREATE INDEX i ON t (a)");
    if (draw(2)) run(db, "CREATE INDEX j ON t (b, c)");
    for (unsigned row = 2 + draw(ROW_LIMIT - 1); row > 0; row--) {
        begin(&sql);
        add_all(&sql, "INSERT INTO t VALUES (", PICK(VALUES), ", ", PICK(VALUES), ", ", PICK(VALUES), ")", NULL);
        run(db, sql.bytes);
    }
    return db;
}

/* A number for the rows of a query that does not depend on their order. */
static uint64_t answer(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement;
    uint64_t sum = 0;
    int result;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) stop(db, sql);
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        uint64_t row = 0xcbf29ce484222325ull;
        for (int column = 0; column < sqlite3_column_count(statement); column++) {
            const unsigned char *bytes = sqlite3_column_blob(statement, column);
            int length = sqlite3_column_bytes(statement, column);
            row = (row ^ (unsigned)sqlite3_column_type(statement, column)) * 0x100000001b3ull;
            for (int i = 0; i < length; i++) row = (row ^ bytes[i]) * 0x100000001b3ull;
        }
        sum += row;
    }
    if (result != SQLITE_DONE) stop(db, sql);
    sqlite3_finalize(statement);
    return sum;
}

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: harness RELATION|all SEED PAIRS none|coverage|mc|first|second [COVERED [MC]]\n");
        return 2;
    }
    long pairs = atol(argv[3]);
    int takes_mc = strcmp(argv[4], "mc") == 0, reads = takes_mc || strcmp(argv[4], "coverage") == 0;
    int only = strcmp(argv[4], "first") == 0 ? 1 : strcmp(argv[4], "second") == 0 ? 2 : 0;
    if (getenv("MC_MUTANT")) mc_mutant = atoi(getenv("MC_MUTANT"));
    int all = strcmp(argv[1], "all") == 0;
    const struct relation *relation = NULL;
    for (size_t i = 0; i < RELATION_COUNT; i++)
        if (strcmp(argv[1], RELATIONS[i].name) == 0) relation = &RELATIONS[i];
    if (!relation && !all) return fprintf(stderr, "no relation %s\n", argv[1]), 2;
    state = 0x9E3779B97F4A7C15ull * (strtoull(argv[2], NULL, 10) + 1);
    size_t size = (mc_words() + 1) * sizeof(uint64_t);
    uint64_t *one = calloc(1, size), *two = calloc(1, size);
    uint64_t *covered = calloc(1, size), *mc = calloc(1, size);
    sqlite3 *db = NULL;
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, LOOKASIDE_BYTES, LOOKASIDE_SLOTS);
    long violations = 0;
    double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID), wall = seconds(CLOCK_MONOTONIC);
    for (long pair = 0; pair < pairs; pair++) {
        struct text p, first, second;
        if (pair % PAIRS_PER_DATABASE == 0) {
            sqlite3_close(db);
            db = open_database();
            if (reads) mc_snapshot(one), mc_or(one, covered);
        }
        const struct relation *own = all ? &RELATIONS[pair % (long)RELATION_COUNT] : relation;
        begin(&p), begin(&first), begin(&second);
        predicate(&p, 0);
        own->make(&first, &second, p.bytes);
        uint64_t answers[2];
        if (only) {
            answer(db, only == 1 ? first.bytes : second.bytes);
            continue;
        }
        answers[0] = answer(db, first.bytes);
        if (reads) mc_snapshot(one), mc_or(one, covered);
        answers[1] = answer(db, second.bytes);
        if (reads) mc_snapshot(two), mc_or(two, covered);
        if (takes_mc) mc_xor_or(one, two, mc);
        if (answers[0] != answers[1]) {
            if (violations++ == 0) fprintf(stderr, "%s\n%s\n", first.bytes, second.bytes);
        }
    }
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, wall = seconds(CLOCK_MONOTONIC) - wall;
    printf("{\"relation\":\"%s\",\"seed\":%s,\"pairs\":%ld,\"mode\":\"%s\",\"counters\":%zu,"
           "\"covered\":%zu,\"mc\":%zu,\"violations\":%ld,\"cpu_s\":%.4f,\"wall_s\":%.4f}\n",
           argv[1], argv[2], pairs, argv[4], mc_counters(), mc_count(covered), mc_count(mc),
           violations, cpu, wall);
    if (argc > 5) mc_dump(covered, argv[5]);
    if (argc > 6) mc_dump(mc, argv[6]);
    return violations > 0;
}
