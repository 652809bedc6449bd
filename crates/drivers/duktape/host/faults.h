/* Faults that can be switched on by their number; 0 is none. They are compiled with Duktape, so that
 * its counters count them, and each condition is a branch of its own. */

void debunk_plant(int fault);

static int debunk_fault;
/* How far the situation of the fault has come in this session. */
static int debunk_stage;
/* The last request that let the program run. */
static duk_int32_t debunk_last_command;

enum {
    BREAKPOINT_LOST_AMONG_MANY = 1,
    BREAKPOINT_LOST_AFTER_REMOVAL,
    BREAKPOINT_LOST_BELOW_STEP,
    STEP_OVER_ENTERS,
    STEP_OUT_RUNS_ON,
    REMOVAL_TAKES_NEIGHBOUR,
    LOCAL_LOST_AFTER_EVAL,
    LOCAL_ONE_TOO_BIG,
    FRAME_LOST,
    EVAL_ARMS_AGAIN,
    ADDED_ONE_LINE_OFF,
    PAUSE_AFTER_DETOUR
};

/* Begins a session with this fault. */
void debunk_plant(int fault) {
    debunk_fault = fault;
    debunk_stage = 0;
    debunk_last_command = 0;
}

static int debunk_is_inner(duk_hthread *thr) { return thr->callstack_top >= 2; }

/* Whether a breakpoint on this line is passed by. */
static int debunk_misses(duk_hthread *thr, duk_activation *act, duk_breakpoint *bp) {
    duk_heap *heap = thr->heap;
    if (debunk_fault == BREAKPOINT_LOST_AMONG_MANY) {
        if (heap->dbg_breakpoint_count >= 3) {
            if (heap->dbg_breakpoint_count >= 4) {
                if (heap->dbg_breakpoint_count >= 5) {
                    if (bp == heap->dbg_breakpoints) {
                        if (debunk_is_inner(thr)) return 1;
                    }
                }
            }
        }
    } else if (debunk_fault == BREAKPOINT_LOST_AFTER_REMOVAL) {
        if (debunk_stage >= 4) {
            if (bp != heap->dbg_breakpoints) return 1;
        }
    } else if (debunk_fault == BREAKPOINT_LOST_BELOW_STEP) {
        if (heap->dbg_pause_flags & DUK_PAUSE_FLAG_LINE_CHANGE) {
            if (heap->dbg_pause_act != act) {
                if (heap->dbg_breakpoint_count >= 3) {
                    if (act->parent != NULL && act->parent != heap->dbg_pause_act) return 1;
                }
            }
        }
    }
    return 0;
}

/* What a step really does. */
static duk_small_uint_t debunk_step_flags(duk_hthread *thr, duk_int32_t command, duk_small_uint_t flags) {
    duk_heap *heap = thr->heap;
    duk_int32_t before = debunk_last_command;
    debunk_last_command = command;
    if (debunk_fault == STEP_OVER_ENTERS) {
        if (command == DUK_DBG_CMD_STEPOVER) {
            if (heap->dbg_breakpoint_count >= 2) {
                duk_uint_fast32_t line = duk_debug_curr_line(thr);
                for (duk_small_uint_t i = 0; i < heap->dbg_breakpoint_count; i++) {
                    if (heap->dbg_breakpoints[i].line == line) return flags | DUK_PAUSE_FLAG_FUNC_ENTRY;
                }
            }
        }
    } else if (debunk_fault == STEP_OUT_RUNS_ON) {
        if (command == DUK_DBG_CMD_STEPOUT) {
            if (thr->callstack_top >= 3) {
                if (heap->dbg_breakpoint_count >= 3) {
                    if (before == DUK_DBG_CMD_STEPINTO) return 0;
                }
            }
        }
    } else if (debunk_fault == PAUSE_AFTER_DETOUR) {
        if (command == DUK_DBG_CMD_STEPINTO && debunk_is_inner(thr)) {
            if (debunk_stage == 0) debunk_stage = 1;
        } else if (command == DUK_DBG_CMD_STEPOUT) {
            if (debunk_stage == 1) debunk_stage = 2;
        }
    }
    return flags;
}

/* What a resume really does. */
static duk_small_uint_t debunk_resume_flags(duk_small_uint_t flags) {
    debunk_last_command = DUK_DBG_CMD_RESUME;
    if (debunk_fault == PAUSE_AFTER_DETOUR) {
        if (debunk_stage == 3) {
            debunk_stage = 0;
            return flags | DUK_PAUSE_FLAG_LINE_CHANGE;
        }
    } else if (debunk_fault == LOCAL_LOST_AFTER_EVAL) {
        debunk_stage = 0;
    }
    return flags;
}

/* Which breakpoint is really removed. */
static duk_small_uint_t debunk_removed(duk_hthread *thr, duk_small_uint_t index) {
    duk_heap *heap = thr->heap;
    if (debunk_fault == REMOVAL_TAKES_NEIGHBOUR) {
        if (debunk_is_inner(thr)) {
            if (heap->dbg_breakpoint_count >= 3) {
                if (heap->dbg_breakpoint_count >= 4) {
                    if (index == 0) return 1;
                }
            }
        }
    } else if (debunk_fault == BREAKPOINT_LOST_AFTER_REMOVAL) {
        if (heap->dbg_breakpoint_count >= 2) {
            if (thr->callstack_curr != NULL) {
                if (debunk_stage == 0)
                    debunk_stage = 1;
                else if (debunk_stage == 2)
                    debunk_stage = 3;
            }
        }
    }
    return index;
}

/* On which line a breakpoint is really set. */
static duk_uint32_t debunk_added(duk_hthread *thr, duk_uint32_t line) {
    duk_heap *heap = thr->heap;
    if (debunk_fault == ADDED_ONE_LINE_OFF) {
        if (thr->callstack_curr != NULL) {
            if (heap->dbg_breakpoint_count >= 2) {
                if (heap->dbg_breakpoint_count >= 4) {
                    if (debunk_is_inner(thr)) return line + 1;
                }
            }
        }
    } else if (debunk_fault == BREAKPOINT_LOST_AFTER_REMOVAL) {
        if (debunk_stage == 1)
            debunk_stage = 2;
        else if (debunk_stage == 3)
            debunk_stage = 4;
    } else if (debunk_fault == PAUSE_AFTER_DETOUR) {
        if (debunk_stage == 2) debunk_stage = 3;
    }
    return line;
}

/* Called when an expression is evaluated in a frame. */
static void debunk_evaluated(duk_hthread *thr) {
    if (debunk_fault == EVAL_ARMS_AGAIN) {
        if (thr->callstack_top >= 3) {
            if (debunk_last_command == DUK_DBG_CMD_STEPOVER) {
                duk_activation *act = thr->callstack_curr;
                if (act->flags & DUK_ACT_FLAG_BREAKPOINT_ACTIVE) act->prev_line = 0;
            }
        }
    } else if (debunk_fault == LOCAL_LOST_AFTER_EVAL) {
        if (thr->callstack_top >= 3) {
            if (debunk_last_command == DUK_DBG_CMD_STEPOUT) debunk_stage = 1;
        }
    }
}

/* Whether the local on top of the stack is kept from view, or else what is added to it. */
static int debunk_hides_local(duk_hthread *thr, duk_uint_t number) {
    if (debunk_fault == LOCAL_LOST_AFTER_EVAL) {
        if (debunk_stage == 1) {
            if (number == 0) return 1;
        }
    } else if (debunk_fault == LOCAL_ONE_TOO_BIG) {
        if (debunk_last_command == DUK_DBG_CMD_STEPINTO) {
            if (thr->heap->dbg_breakpoint_count >= 3) {
                if (duk_is_number(thr, -2)) {
                    duk_push_number(thr, duk_get_number(thr, -2) + 1);
                    duk_replace(thr, -3);
                }
            }
        }
    }
    return 0;
}

/* Whether a frame is left out of the stack. */
static int debunk_hides_frame(duk_hthread *thr, duk_activation *act) {
    if (debunk_fault == FRAME_LOST) {
        if (thr->callstack_top >= 3) {
            if (thr->callstack_curr->parent == act) {
                if (thr->callstack_curr->flags & DUK_ACT_FLAG_BREAKPOINT_ACTIVE) {
                    if (thr->heap->dbg_breakpoints_active[0] != NULL &&
                        thr->heap->dbg_breakpoints_active[1] != NULL)
                        return 1;
                }
            }
        }
    }
    return 0;
}
