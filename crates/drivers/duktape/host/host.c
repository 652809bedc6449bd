/* Serves sessions of Duktape's debugger, one after the other, each in a heap of its own.
 *
 * Frames come in at descriptor 3 and leave at 4: a letter, the length as four bytes (lowest first),
 * and so many bytes. In the middle of a session the frames carry Duktape's own debug protocol.
 *
 *   in   O  open a program: the number of a planted fault (four bytes), then its text
 *        P  run a program to its end without the debugger: its text
 *        D  bytes for the debugger: whole messages
 *        S  start the opened program
 *        C  close the session
 *   out  r  ready: the version
 *        o  opened            p  does not parse: why
 *        d  bytes of the debugger
 *        e  the end of a run: the error or nothing, then the outputs, each behind its length
 *        c  the session is over: which counters ran, as a bitmap
 */

#include "debunk_mc.h"
#include "duktape.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REQUESTS 3
#define ANSWERS 4
#define CHUNK_BYTES 65536
#define FRAME_LIMIT_BYTES (64u * 1024 * 1024)
#define PROGRAM_NAME "debunk:program/00000000"
/* The clock of every host, in milliseconds. */
#define EPOCH_MS 1600000000000.0
#define RANDOM_SEED 0x9e3779b97f4a7c15ull
#define OUTPUTS DUK_HIDDEN_SYMBOL("outputs")
#define TIMERS DUK_HIDDEN_SYMBOL("timers")
#define HEADER_BYTES 5

/* Called by Duktape; see the options in config.h. */
double debunk_now(void);
double debunk_random(void);
int debunk_is_closing(void);
/* Begins a session with a fault; 0 is none. */
extern void debunk_plant(int fault);

extern const char debunk_show[];

struct bytes {
    unsigned char *data;
    size_t length, capacity, consumed;
};

struct frame {
    char letter;
    const unsigned char *data;
    size_t length;
};

static struct bytes incoming, outgoing, debug_in, debug_out;
static uint64_t *coverage;
static double elapsed_ms;
static uint64_t random_state;
static int is_closing;
static int last_timer;

double debunk_now(void) { return EPOCH_MS + elapsed_ms; }

double debunk_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

int debunk_is_closing(void) { return is_closing; }

static void die(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(2);
}

static void append(struct bytes *bytes, const void *data, size_t length) {
    if (bytes->length + length > bytes->capacity) {
        bytes->capacity = (bytes->length + length) * 2;
        bytes->data = realloc(bytes->data, bytes->capacity);
        if (bytes->data == NULL) die("out of memory");
    }
    if (length > 0) memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
}

static void append_number(struct bytes *bytes, size_t number) {
    unsigned char four[4] = {(unsigned char)number, (unsigned char)(number >> 8),
                             (unsigned char)(number >> 16), (unsigned char)(number >> 24)};
    append(bytes, four, sizeof four);
}

static size_t number_at(const unsigned char *four) {
    return four[0] | (size_t)four[1] << 8 | (size_t)four[2] << 16 | (size_t)four[3] << 24;
}

static void send_all(void) {
    size_t at = 0;
    while (at < outgoing.length) {
        ssize_t written = write(ANSWERS, outgoing.data + at, outgoing.length - at);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) exit(0);
        at += (size_t)written;
    }
    outgoing.length = 0;
}

static void answer(char letter, const void *data, size_t length) {
    append(&outgoing, &letter, 1);
    append_number(&outgoing, length);
    append(&outgoing, data, length);
}

/* What the debugger has written so far becomes one frame. */
static void pass_on_debug(void) {
    if (debug_out.length == 0) return;
    answer('d', debug_out.data, debug_out.length);
    debug_out.length = 0;
}

static void need(size_t length) {
    while (incoming.length - incoming.consumed < length) {
        unsigned char chunk[CHUNK_BYTES];
        ssize_t count = read(REQUESTS, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) exit(0);
        append(&incoming, chunk, (size_t)count);
    }
}

/* Waits for the next frame, after everything that was said has left. */
static struct frame next_frame(void) {
    struct frame frame;
    pass_on_debug();
    send_all();
    memmove(incoming.data, incoming.data + incoming.consumed, incoming.length - incoming.consumed);
    incoming.length -= incoming.consumed;
    incoming.consumed = 0;
    need(HEADER_BYTES);
    frame.letter = (char)incoming.data[0];
    frame.length = number_at(incoming.data + 1);
    if (frame.length > FRAME_LIMIT_BYTES) die("a frame of absurd length");
    need(HEADER_BYTES + frame.length);
    frame.data = incoming.data + HEADER_BYTES;
    incoming.consumed = HEADER_BYTES + frame.length;
    return frame;
}

static void feed_debugger(const struct frame *frame) {
    memmove(debug_in.data, debug_in.data + debug_in.consumed, debug_in.length - debug_in.consumed);
    debug_in.length -= debug_in.consumed;
    debug_in.consumed = 0;
    append(&debug_in, frame->data, frame->length);
}

/* What the session covered is noted before the rest of the program is thrown away. */
static void begin_closing(void) {
    mc_snapshot(coverage);
    is_closing = 1;
}

static duk_size_t on_read(void *data, char *buffer, duk_size_t length) {
    (void)data;
    while (debug_in.length == debug_in.consumed) {
        struct frame frame = next_frame();
        if (frame.letter == 'D') {
            feed_debugger(&frame);
        } else {
            if (!is_closing) begin_closing();
            return 0;
        }
    }
    if (length > debug_in.length - debug_in.consumed) length = debug_in.length - debug_in.consumed;
    memcpy(buffer, debug_in.data + debug_in.consumed, length);
    debug_in.consumed += length;
    return length;
}

static duk_size_t on_write(void *data, const char *buffer, duk_size_t length) {
    (void)data;
    append(&debug_out, buffer, length);
    return length;
}

/* Nothing is sent to a program that runs, so that there is never more than what is here. */
static duk_size_t on_peek(void *data) {
    (void)data;
    return debug_in.length - debug_in.consumed;
}

static void on_fatal(void *data, const char *message) {
    (void)data;
    die(message == NULL ? "fatal error" : message);
}

static duk_ret_t native_print(duk_context *ctx) {
    duk_set_top(ctx, 1);
    duk_push_global_stash(ctx);
    duk_get_prop_string(ctx, -1, OUTPUTS);
    duk_dup(ctx, 0);
    duk_put_prop_index(ctx, -2, (duk_uarridx_t)duk_get_length(ctx, -2));
    return 0;
}

/* Timers: [due, number, callback, arguments...]. */
static duk_ret_t add_timer(duk_context *ctx, int arguments_from, double delay) {
    duk_idx_t count = duk_get_top(ctx);
    if (!(delay > 0)) delay = 0;
    duk_push_array(ctx);
    duk_push_number(ctx, elapsed_ms + delay);
    duk_put_prop_index(ctx, -2, 0);
    duk_push_int(ctx, ++last_timer);
    duk_put_prop_index(ctx, -2, 1);
    duk_dup(ctx, 0);
    duk_put_prop_index(ctx, -2, 2);
    for (duk_idx_t i = arguments_from; i < count; i++) {
        duk_dup(ctx, i);
        duk_put_prop_index(ctx, -2, (duk_uarridx_t)(3 + i - arguments_from));
    }
    duk_push_global_stash(ctx);
    duk_get_prop_string(ctx, -1, TIMERS);
    duk_dup(ctx, -3);
    duk_put_prop_index(ctx, -2, (duk_uarridx_t)duk_get_length(ctx, -2));
    duk_push_int(ctx, last_timer);
    return 1;
}

static duk_ret_t native_set_timeout(duk_context *ctx) {
    return add_timer(ctx, 2, duk_get_number_default(ctx, 1, 0));
}

static duk_ret_t native_set_immediate(duk_context *ctx) { return add_timer(ctx, 1, 0); }

static duk_ret_t native_clear_timer(duk_context *ctx) {
    int number = duk_get_int_default(ctx, 0, 0);
    duk_push_global_stash(ctx);
    duk_get_prop_string(ctx, -1, TIMERS);
    for (duk_uarridx_t i = 0; i < (duk_uarridx_t)duk_get_length(ctx, -1); i++) {
        if (!duk_get_prop_index(ctx, -1, i) || !duk_is_array(ctx, -1)) {
            duk_pop(ctx);
            continue;
        }
        duk_get_prop_index(ctx, -1, 1);
        int is_it = duk_get_int(ctx, -1) == number;
        duk_pop_2(ctx);
        if (is_it) {
            duk_push_undefined(ctx);
            duk_put_prop_index(ctx, -2, i);
        }
    }
    return 0;
}

static duk_ret_t native_performance_now(duk_context *ctx) {
    duk_push_number(ctx, elapsed_ms);
    return 1;
}

static void define(duk_context *ctx, const char *name, duk_c_function function) {
    duk_push_string(ctx, name);
    duk_push_c_function(ctx, function, DUK_VARARGS);
    duk_push_string(ctx, "name");
    duk_push_string(ctx, name);
    duk_def_prop(ctx, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_FORCE);
    duk_def_prop(ctx, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE);
}

/* The object on top becomes a hidden-from-loops property of the one below. */
static void define_object(duk_context *ctx, const char *name) {
    duk_push_string(ctx, name);
    duk_insert(ctx, -2);
    duk_def_prop(ctx, -3, DUK_DEFPROP_HAVE_VALUE | DUK_DEFPROP_SET_WRITABLE | DUK_DEFPROP_SET_CONFIGURABLE);
}

static duk_ret_t furnish(duk_context *ctx, void *data) {
    static const char *const names[] = {"log", "info", "warn", "error", "debug"};
    (void)data;
    duk_push_global_stash(ctx);
    duk_push_array(ctx);
    duk_put_prop_string(ctx, -2, OUTPUTS);
    duk_push_array(ctx);
    duk_put_prop_string(ctx, -2, TIMERS);
    /* Taken before the program can change what it needs. */
    duk_push_string(ctx, "debunk:show");
    duk_compile_string_filename(ctx, DUK_COMPILE_EVAL, debunk_show);
    duk_call(ctx, 0);
    duk_push_global_object(ctx);
    duk_call(ctx, 1);
    duk_put_prop_string(ctx, -2, "show");
    duk_push_global_object(ctx);
    define(ctx, "print", native_print);
    duk_push_object(ctx);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) define(ctx, names[i], native_print);
    define_object(ctx, "console");
    define(ctx, "setTimeout", native_set_timeout);
    define(ctx, "setImmediate", native_set_immediate);
    define(ctx, "clearTimeout", native_clear_timer);
    define(ctx, "clearImmediate", native_clear_timer);
    duk_push_object(ctx);
    define(ctx, "now", native_performance_now);
    define_object(ctx, "performance");
    return 0;
}

/* The next timer that is due, with its arguments, on the stack; says how many arguments, or -1. */
static int take_timer(duk_context *ctx) {
    duk_idx_t base = duk_get_top(ctx);
    double best = 0;
    long found = -1;
    duk_push_global_stash(ctx);
    duk_get_prop_string(ctx, -1, TIMERS);
    for (duk_uarridx_t i = 0; i < (duk_uarridx_t)duk_get_length(ctx, -1); i++) {
        if (duk_get_prop_index(ctx, -1, i) && duk_is_array(ctx, -1)) {
            duk_get_prop_index(ctx, -1, 0);
            double due = duk_get_number(ctx, -1);
            duk_pop(ctx);
            if (found < 0 || due < best) {
                found = (long)i;
                best = due;
            }
        }
        duk_pop(ctx);
    }
    if (found < 0) {
        duk_set_top(ctx, base);
        return -1;
    }
    duk_get_prop_index(ctx, -1, (duk_uarridx_t)found);
    duk_push_undefined(ctx);
    duk_put_prop_index(ctx, -3, (duk_uarridx_t)found);
    if (best > elapsed_ms) elapsed_ms = best;
    int count = (int)duk_get_length(ctx, -1) - 3;
    for (int i = 0; i <= count; i++) duk_get_prop_index(ctx, -1 - i, (duk_uarridx_t)(2 + i));
    return count;
}

/* One word of the program for the end of a run: what show.js makes of the value on top. */
static duk_ret_t told(duk_context *ctx, void *data) {
    duk_idx_t value = duk_get_top_index(ctx);
    duk_push_global_stash(ctx);
    duk_get_prop_string(ctx, -1, "show");
    duk_get_prop_string(ctx, -1, (const char *)data);
    duk_dup(ctx, value);
    duk_call(ctx, 1);
    duk_to_string(ctx, -1);
    return 1;
}

static void append_told(duk_context *ctx, struct bytes *end, const char *how) {
    duk_size_t length;
    if (duk_safe_call(ctx, told, (void *)(uintptr_t)how, 1, 1) != DUK_EXEC_SUCCESS) {
        duk_pop(ctx);
        duk_push_string(ctx, "object");
    }
    const char *text = duk_get_lstring(ctx, -1, &length);
    append_number(end, length);
    append(end, text, length);
    duk_pop(ctx);
}

/* The error on top, if it is the first. */
static void note_error(duk_context *ctx, struct bytes *error) {
    if (error->length == 0)
        append_told(ctx, error, "describe");
    else
        duk_pop(ctx);
}

/* Runs the function on top, then the timers; says what came of it unless the session was closed. */
static void run(duk_context *ctx) {
    struct bytes error = {0}, end = {0};
    int count;
    if (duk_pcall(ctx, 0) == DUK_EXEC_SUCCESS)
        duk_pop(ctx);
    else
        note_error(ctx, &error);
    while (!is_closing && (count = take_timer(ctx)) >= 0) {
        if (duk_pcall(ctx, count) == DUK_EXEC_SUCCESS)
            duk_pop(ctx);
        else
            note_error(ctx, &error);
        duk_set_top(ctx, 0);
    }
    if (!is_closing) {
        mc_snapshot(coverage);
        pass_on_debug();
        /* No debugger shall see how the output is told. */
        duk_debugger_detach(ctx);
        debug_out.length = 0;
        append_number(&end, error.length > 0);
        append(&end, error.data, error.length);
        duk_push_global_stash(ctx);
        duk_get_prop_string(ctx, -1, OUTPUTS);
        duk_uarridx_t length = (duk_uarridx_t)duk_get_length(ctx, -1);
        append_number(&end, length);
        for (duk_uarridx_t i = 0; i < length; i++) {
            duk_get_prop_index(ctx, -1, i);
            append_told(ctx, &end, "show");
        }
        answer('e', end.data, end.length);
    }
    free(error.data);
    free(end.data);
}

static duk_context *new_heap(void) {
    duk_context *ctx = duk_create_heap(NULL, NULL, NULL, NULL, on_fatal);
    if (ctx == NULL) die("out of memory");
    elapsed_ms = 0;
    last_timer = 0;
    random_state = RANDOM_SEED;
    is_closing = 0;
    if (duk_safe_call(ctx, furnish, NULL, 0, 1) != DUK_EXEC_SUCCESS) die(duk_safe_to_string(ctx, -1));
    duk_set_top(ctx, 0);
    return ctx;
}

/* Leaves the program's function on the stack, or says why there is none. */
static int compile(duk_context *ctx, const unsigned char *text, size_t length) {
    duk_push_string(ctx, PROGRAM_NAME);
    if (duk_pcompile_lstring_filename(ctx, 0, (const char *)text, length) == DUK_EXEC_SUCCESS) return 1;
    const char *why = duk_safe_to_string(ctx, -1);
    answer('p', why, strlen(why));
    return 0;
}

/* Answers requests until the program shall start; says whether it shall. */
static int prepare(duk_context *ctx) {
    for (;;) {
        struct frame frame = next_frame();
        if (frame.letter == 'S') return 1;
        if (frame.letter != 'D') {
            begin_closing();
            return 0;
        }
        feed_debugger(&frame);
        duk_debugger_cooperate(ctx);
    }
}

static void serve_session(const struct frame *frame) {
    duk_context *ctx = new_heap();
    if (frame->length < 4) die("a frame that is too short");
    if (compile(ctx, frame->data + 4, frame->length - 4)) {
        debunk_plant((int)number_at(frame->data));
        debug_in.length = debug_in.consumed = 0;
        answer('o', NULL, 0);
        mc_reset();
        duk_debugger_attach(ctx, on_read, on_write, on_peek, NULL, NULL, NULL, NULL, NULL);
        if (prepare(ctx)) run(ctx);
        debug_out.length = 0;
        answer('c', coverage, mc_words() * sizeof *coverage);
    }
    /* Whatever is left of the program must not run. */
    is_closing = 1;
    debunk_plant(0);
    duk_destroy_heap(ctx);
}

static void serve_plain(const struct frame *frame) {
    duk_context *ctx = new_heap();
    if (compile(ctx, frame->data, frame->length)) run(ctx);
    is_closing = 1;
    duk_destroy_heap(ctx);
}

/* Where each counter is, for llvm-symbolizer: one address per number, and whether a function begins. */
static void list_counters(void) {
    for (size_t i = 0; i < mc_words() * 64; i++)
        printf("0x%lx %d\n", (unsigned long)mc_address(i), mc_is_entry(i));
}

int main(int count, char **words) {
    if (count > 1 && strcmp(words[1], "--version") == 0) {
        printf("Duktape %d.%d.%d\n", (int)(DUK_VERSION / 10000), (int)(DUK_VERSION / 100 % 100),
               (int)(DUK_VERSION % 100));
        return 0;
    }
    if (count > 1 && strcmp(words[1], "--counters") == 0) {
        list_counters();
        return 0;
    }
    coverage = calloc(mc_words() + 1, sizeof *coverage);
    if (coverage == NULL) die("out of memory");
    append(&incoming, "", 0);
    answer('r', NULL, 0);
    for (;;) {
        struct frame frame = next_frame();
        if (frame.letter == 'O')
            serve_session(&frame);
        else if (frame.letter == 'P')
            serve_plain(&frame);
        /* A close that met the end of a program is late. */
        else if (frame.letter != 'C' && frame.letter != 'D')
            die("an unknown frame");
    }
}
