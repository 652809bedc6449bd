/* Runs a program as a debugger would, and does nothing with it: traced, with breakpoints at the
   begin of its functions, and with the surroundings that debuggers make. A program that then does
   something else looks at how it is run. On the output it says what no debugger can keep from a
   program: that it raised SIGTRAP by itself, that it writes over its code, that it is ended by real time,
   or that it closes itself. */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
#include <linux/ptrace.h>

#define BREAKPOINTS_MAX 256
#define PROCESSES_MAX 256

struct breakpoint { unsigned long at; long word; };
static struct breakpoint breakpoints[BREAKPOINTS_MAX];
static int breakpoint_count;
static pid_t known[PROCESSES_MAX];
static int known_count, has_trapped, has_timer, is_closed, is_overwritten;

#if defined(__x86_64__)
static unsigned long load_bias(pid_t pid, unsigned long entry) {
    char name[64];
    unsigned long pair[2], bias = 0;
    snprintf(name, sizeof name, "/proc/%d/auxv", (int)pid);
    FILE *file = fopen(name, "rb");
    while (file && fread(pair, sizeof pair, 1, file) == 1 && pair[0]) {
        if (pair[0] == AT_ENTRY) bias = pair[1] - entry;
    }
    if (file) fclose(file);
    return bias;
}

static int is_wanted(const char *name) {
    return name[0] != '_' && strncmp(name, "debunk_witness", 14) && strcmp(name, "redirect_output") && strcmp(name, "frame_dummy") &&
           !strstr(name, "tm_clones");
}

static void set_breakpoints(pid_t pid, const char *program) {
    FILE *file = fopen(program, "rb");
    if (!file) return;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    char *data = size > 0 ? malloc((size_t)size) : NULL;
    rewind(file);
    int is_read = data && fread(data, (size_t)size, 1, file) == 1;
    fclose(file);
    Elf64_Ehdr *head = (Elf64_Ehdr *)data;
    if (!is_read || memcmp(data, ELFMAG, SELFMAG) || !head->e_shoff) return;
    unsigned long bias = load_bias(pid, head->e_entry);
    Elf64_Shdr *sections = (Elf64_Shdr *)(data + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const char *names = data + sections[sections[i].sh_link].sh_offset;
        Elf64_Sym *symbols = (Elf64_Sym *)(data + sections[i].sh_offset);
        for (size_t n = 0; n < sections[i].sh_size / sizeof *symbols; n++) {
            Elf64_Sym *symbol = &symbols[n];
            if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC || !symbol->st_size || !symbol->st_shndx) continue;
            if (!is_wanted(names + symbol->st_name) || breakpoint_count == BREAKPOINTS_MAX) continue;
            unsigned long at = bias + symbol->st_value;
            errno = 0;
            long word = ptrace(PTRACE_PEEKTEXT, pid, at, 0);
            if (errno) continue;
            int is_new = 1;
            for (int b = 0; b < breakpoint_count; b++) is_new &= breakpoints[b].at + 8 <= at || at + 8 <= breakpoints[b].at;
            if (!is_new) continue;
            ptrace(PTRACE_POKETEXT, pid, at, (word & ~0xffl) | 0xcc);
            breakpoints[breakpoint_count].at = at;
            breakpoints[breakpoint_count++].word = word;
        }
    }
    free(data);
}

/* Whether the program has written over one of our breakpoints. */
static void look_at_breakpoints(pid_t pid) {
    for (int b = 0; b < breakpoint_count; b++) {
        errno = 0;
        long word = ptrace(PTRACE_PEEKTEXT, pid, breakpoints[b].at, 0);
        if (!errno && (word & 0xff) != 0xcc) is_overwritten = 1;
    }
}

/* Goes past one of our breakpoints; gives whether it was one, and how the process stopped then. */
static int pass(pid_t pid, int *status) {
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, pid, 0, &registers)) return 0;
    for (int b = 0; b < breakpoint_count; b++) {
        struct breakpoint *it = &breakpoints[b];
        if (it->at != registers.rip - 1) continue;
        if ((ptrace(PTRACE_PEEKTEXT, pid, it->at, 0) & 0xff) != 0xcc) return 0;
        registers.rip = it->at;
        ptrace(PTRACE_SETREGS, pid, 0, &registers);
        ptrace(PTRACE_POKETEXT, pid, it->at, it->word);
        ptrace(PTRACE_SINGLESTEP, pid, 0, 0);
        if (waitpid(pid, status, __WALL) != pid) return 0;
        if (WIFSTOPPED(*status)) ptrace(PTRACE_POKETEXT, pid, it->at, (it->word & ~0xffl) | 0xcc);
        return 1;
    }
    return 0;
}
#else
static void set_breakpoints(pid_t pid, const char *program) {}
static int pass(pid_t pid, int *status) { return 0; }
static void look_at_breakpoints(pid_t pid) {}
#endif

static int is_known(pid_t pid) {
    for (int i = 0; i < known_count; i++) if (known[i] == pid) return 1;
    if (known_count < PROCESSES_MAX) known[known_count++] = pid;
    return 0;
}

static void note_call(pid_t pid, int is_first) {
    struct __ptrace_syscall_info about;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof about, &about) <= 0) return;
    if (about.op != PTRACE_SYSCALL_INFO_ENTRY) return;
    switch (about.entry.nr) {
#ifdef SYS_alarm
    case SYS_alarm:
#endif
    case SYS_setitimer:
    case SYS_timer_create:
    case SYS_timerfd_create: has_timer = 1; break;
    /* Without a change of rights a program cannot write to its code but by files; at its end it shows. */
    case SYS_mprotect:
    case SYS_exit_group: if (is_first) look_at_breakpoints(pid); break;
    case SYS_prctl: if (about.entry.args[0] == PR_SET_DUMPABLE && !about.entry.args[1]) is_closed = 1;
    }
}

int main(int count, char **words) {
    int status = 0, last = 0;
    pid_t first = fork();
    if (first == 0) {
        personality(ADDR_NO_RANDOMIZE);
        setenv("LINES", "24", 1);
        setenv("COLUMNS", "80", 1);
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(words[2], words + 2);
        _exit(127);
    }
    if (waitpid(first, &status, 0) != first || !WIFSTOPPED(status)) {
        puts("cannot be traced here, as every debugger has to");
        return 126;
    }
    ptrace(PTRACE_SETOPTIONS, first, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC);
    is_known(first);
    if (words[1][0] == 'b') set_breakpoints(first, words[2]);
    ptrace(PTRACE_SYSCALL, first, 0, 0);
    pid_t pid;
    while ((pid = waitpid(-1, &status, __WALL)) > 0) {
        int signal = 0;
        if (WIFSTOPPED(status)) {
            int is_new = !is_known(pid);
            signal = WSTOPSIG(status);
            if (signal == (SIGTRAP | 0x80)) {
                note_call(pid, pid == first);
                signal = 0;
            } else if (signal == SIGTRAP && status >> 16) {
                if (status >> 16 == PTRACE_EVENT_EXEC && pid == first) breakpoint_count = 0;
                signal = 0;
            } else if (signal == SIGTRAP && pass(pid, &status)) {
                signal = WIFSTOPPED(status) && WSTOPSIG(status) != SIGTRAP ? WSTOPSIG(status) : 0;
                if (signal == (SIGTRAP | 0x80)) signal = 0;
            } else if (signal == SIGTRAP) {
                has_trapped = 1;
            } else if (signal == SIGSTOP && is_new) {
                signal = 0;
            }
        }
        if (!WIFSTOPPED(status)) {
            if (pid == first) last = status;
            continue;
        }
        ptrace(PTRACE_SYSCALL, pid, 0, signal);
    }
    /* Then our own breakpoints cannot be taken out again, and look like those of the program. */
    if (is_closed) puts("forbids other processes to look into it, as every debugger has to");
    else if (has_trapped) puts("raises SIGTRAP by itself, by which debuggers know their breakpoints");
    if (is_overwritten) puts("writes over its own code, where debuggers have their breakpoints");
    if (has_timer) puts("sets a timer of real time, which goes on while a debugger pauses it");
    fflush(stdout);
    if (WIFSIGNALED(last)) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_UNBLOCK, &all, NULL);
        raise(WTERMSIG(last));
    }
    return WEXITSTATUS(last);
}
