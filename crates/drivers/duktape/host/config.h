/* Options of Duktape's build; goes behind its own, before they are checked. */
#define DUK_USE_DEBUGGER_SUPPORT
#define DUK_USE_DEBUGGER_INSPECT
#define DUK_USE_INTERRUPT_COUNTER
#define DUK_USE_EXEC_TIMEOUT_CHECK(data) debunk_is_closing()
/* The same run must cover the same code: no clock and no chance. */
#define DUK_USE_DATE_GET_NOW(ctx) debunk_now()
#define DUK_USE_GET_MONOTONIC_TIME(ctx) 0.0
#define DUK_USE_GET_RANDOM_DOUBLE(data) debunk_random()
extern double debunk_now(void);
extern double debunk_random(void);
extern int debunk_is_closing(void);
