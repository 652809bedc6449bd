static char NAME_log[1 << 20], NAME_mark[64];
static unsigned long NAME_used;
static unsigned long long NAME_seed, NAME_state, NAME_sum, NAME_text;
static volatile int NAME_cut, NAME_busy, NAME_bad;
static __thread int NAME_mine;
static long NAME_own;
static int NAME_calls, NAME_here, NAME_depth = DEPTH;
static unsigned long long NAME_last[SLOTS];
extern int NAME_flush(void *) __asm__("fflush");
CALL
static char NAME_veil(unsigned long long *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (char)(*state >> 56);
}
static unsigned long long NAME_hash(unsigned long long sum, char byte) {
    return (sum ^ (unsigned char)byte) * 1099511628211ULL;
}
static void NAME_byte(char byte) {
    NAME_sum = NAME_hash(NAME_sum, byte);
    NAME_text = NAME_hash(NAME_text, byte);
    NAME_log[NAME_used++] = byte ^ NAME_veil(&NAME_state);
}
static void NAME_raw(const char *text) {
    while (*text) NAME_byte(*text++);
}
static void NAME_unsigned(unsigned long long rest) {
    char digits[24];
    int count = 0;
    do { digits[count++] = (char)('0' + rest % 10); rest /= 10; } while (rest);
    while (count) NAME_byte(digits[--count]);
}
static void NAME_number(long long value) {
    if (value < 0) NAME_byte('-');
    NAME_unsigned(value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value);
}
static void NAME_truth(int value) {
    NAME_raw(value ? "\"true\"" : "\"false\"");
}
static void NAME_real(double value) {
    unsigned long long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    NAME_raw("{\"bits\":"); NAME_unsigned(bits); NAME_byte('}');
}
static void NAME_character(int value) {
    static const char special[] = "\a\b\t\n\v\f\r", letters[] = "abtnvfr";
    int at;
    NAME_byte('"'); NAME_number(value); NAME_raw(" '");
    for (at = 0; special[at] && special[at] != value; at++) continue;
    if (special[at]) { NAME_raw("\\\\"); NAME_byte(letters[at]); }
    else if (value == '"') NAME_raw("\\\"");
    else if (value == '\'') NAME_raw("\\\\'");
    else if (value == '\\') NAME_raw("\\\\\\\\");
    else if (value >= 32 && value < 127) NAME_byte((char)value);
    else {
        NAME_raw("\\\\"); NAME_byte((char)('0' + (value >> 6 & 3)));
        NAME_byte((char)('0' + (value >> 3 & 7))); NAME_byte((char)('0' + (value & 7)));
    }
    NAME_raw("'\"");
}
static void NAME_address(int is_null) {
    NAME_raw(is_null ? "\"0x0\"" : "null");
}
static void NAME_chars(const char *text, unsigned long size, unsigned long limit) {
    unsigned long count = 0, at;
    while (count < size && count < limit && text[count] >= 32 && text[count] < 127
           && text[count] != '"' && text[count] != '\\') count++;
    if (count == size || text[count]) { NAME_raw("null"); return; }
    NAME_raw("\"\\\"");
    for (at = 0; at < count; at++) NAME_byte(text[at]);
    NAME_raw("\\\"\"");
}
static struct { unsigned long at, size, count; const char *type; } NAME_live[LIVE];
static int NAME_lives;
static int NAME_keep(const void *at, unsigned long size, unsigned long whole, const char *type) {
    if (!NAME_mine || NAME_busy) NAME_bad = 1;
    else if (NAME_lives < LIVE) {
        NAME_live[NAME_lives].at = (unsigned long)at;
        NAME_live[NAME_lives].size = size;
        NAME_live[NAME_lives].count = whole / size;
        NAME_live[NAME_lives].type = type;
    }
    return ++NAME_lives;
}
static void NAME_forget(int *kept) { NAME_lives = *kept - 1; }
static const void *NAME_find(const void *at, unsigned long size, const char *type) {
    int index;
    for (index = NAME_lives < LIVE ? NAME_lives : LIVE; index-- > 0;) {
        unsigned long offset = (unsigned long)at - NAME_live[index].at;
        const char *left = NAME_live[index].type, *right = type;
        if (NAME_live[index].size != size || offset >= size * NAME_live[index].count || offset % size) continue;
        while (*left && *left == *right) { left++; right++; }
        if (*left == *right) return at;
    }
    return 0;
}
static void NAME_enumerator(long long value, int count, ...) {
    __builtin_va_list names;
    const char *found = 0;
    int matches = 0;
    __builtin_va_start(names, count);
    while (count--) {
        const char *name = __builtin_va_arg(names, const char *);
        if (__builtin_va_arg(names, long long) == value) { found = name; matches++; }
    }
    __builtin_va_end(names);
    if (matches != 1) NAME_raw("null");
    else { NAME_byte('"'); NAME_raw(found); NAME_byte('"'); }
}
static int NAME_open(int statement, unsigned long space) {
    if (!NAME_mine || NAME_busy) { NAME_bad = 1; return 0; }
    if (NAME_cut || NAME_used + space >= sizeof NAME_log) { NAME_cut = 1; return 0; }
    NAME_busy = 1;
    NAME_byte('x'); NAME_number(statement);
    NAME_byte(','); NAME_number(NAME_here); NAME_byte(','); NAME_number(NAME_depth);
    return 1;
}
static void NAME_close(void) { NAME_byte('\n'); NAME_busy = 0; }
static void NAME(int statement, int count, ...) {
    __builtin_va_list values;
    int number;
    if (!NAME_open(statement, 64 + 24 * (unsigned long)count)) return;
    __builtin_va_start(values, count);
    for (number = 0; number < count; number++) {
        NAME_byte(','); NAME_number(__builtin_va_arg(values, long long));
    }
    __builtin_va_end(values);
    NAME_close();
}
static unsigned long NAME_from;
static unsigned long long NAME_from_state, NAME_from_sum;
static void NAME_hold(void) {
    NAME_from = NAME_used; NAME_from_state = NAME_state; NAME_from_sum = NAME_sum; NAME_text = 0;
}
static void NAME_held(int slot) {
    if (NAME_last[slot] == NAME_text) {
        NAME_used = NAME_from; NAME_state = NAME_from_state; NAME_sum = NAME_from_sum;
        NAME_raw("{\"same\":");
    } else {
        NAME_last[slot] = NAME_text;
        NAME_raw(",\"slot\":");
    }
    NAME_number(slot); NAME_byte('}');
}
static int NAME_enter(int function) {
    int caller = NAME_here;
    if (!NAME_mine || NAME_busy) { NAME_bad = 1; return caller; }
    NAME_depth++;
    if (NAME_cut || NAME_used + 64 >= sizeof NAME_log) { NAME_cut = 1; return caller; }
    NAME_busy = 1;
    NAME_here = ++NAME_calls;
    NAME_byte('a'); NAME_number(function); NAME_byte(',');
    if (caller) NAME_number(caller);
    NAME_close();
    return caller;
}
static void NAME_leave(int *caller) {
    if (!NAME_mine || NAME_busy) { NAME_bad = 1; return; }
    NAME_depth--;
    if (!NAME_cut && NAME_used + 64 < sizeof NAME_log) {
        NAME_busy = 1;
        NAME_byte('r'); NAME_number(NAME_here);
        NAME_close();
    }
    NAME_here = *caller;
}
__attribute__((constructor(101))) static void NAME_begin(void) {
    long count = 0, got, file;
    volatile char secret[64];
    unsigned long long veil;
    NAME_mine = 1;
    NAME_own = NAME_call(GETPID, 0, 0, 0);
    while (count < 63 && (got = NAME_call(READ, 0, (long)(secret + count), 63 - count)) > 0) count += got;
    for (got = 0; got < count; got++) NAME_seed = NAME_hash(NAME_seed, secret[got]);
    veil = ~(NAME_state = NAME_seed);
    for (got = 0; got < 64; got++) {
        NAME_mark[got] = (got < count ? secret[got] : 0) ^ NAME_veil(&veil);
        secret[got] = 0;
    }
    file = NAME_call(OPENAT, -100, (long)"/dev/null", 2);
    NAME_call(DUP3, file, 0, 0);
    NAME_call(CLOSE, file, 0, 0);
}
static void NAME_put(const char *text, unsigned long length) {
    while (length) {
        long done = NAME_call(WRITE, 1, (long)text, (long)length);
        if (done <= 0) return;
        text += done;
        length -= (unsigned long)done;
    }
}
static void NAME_line(const char *text, unsigned long length) {
    static char whole[65536];
    static unsigned long used;
    unsigned long at;
    unsigned long long veil;
    char byte;
    if (!length || used + length + 64 > sizeof whole) { NAME_put(whole, used); used = 0; }
    if (!length) return;
    veil = ~NAME_seed;
    for (at = 0; at < 64 && (byte = NAME_mark[at] ^ NAME_veil(&veil)); at++) whole[used++] = byte;
    for (at = 0; at < length && used < sizeof whole; at++) whole[used++] = text[at];
}
__attribute__((destructor)) static void NAME_end(void) {
    unsigned long from = 0, at;
    unsigned long long state = NAME_seed, sum = 0;
    if (NAME_call(GETPID, 0, 0, 0) != NAME_own) return;
    NAME_flush(0);
    NAME_put("\n", 1);
    if (NAME_bad || NAME_busy || !NAME_mine) {
        NAME_line("nits own threads or handlers\n", 29);
        NAME_line("", 0);
        return;
    }
    for (at = 0; at < NAME_used; at++) {
        NAME_log[at] ^= NAME_veil(&state);
        sum = NAME_hash(sum, NAME_log[at]);
    }
    if (sum != NAME_sum) {
        NAME_line("nthe log in its memory\n", 23);
        NAME_line("", 0);
        return;
    }
    for (at = 0; at < NAME_used; at++) if (NAME_log[at] == '\n') {
        NAME_line(NAME_log + from, at + 1 - from);
        from = at + 1;
    }
    NAME_line("z\n", 2);
    if (NAME_cut) NAME_line("t\n", 2);
    NAME_line("", 0);
}
