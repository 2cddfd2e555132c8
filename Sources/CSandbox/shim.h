#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The C library has no functions for Landlock, and Swift cannot call variadic ones. Those that give an int give -1 with errno
   where something went wrong. */

/* The newest version of Landlock that this kernel has; less than 1 for none. */
static inline int sandbox_landlock_version(void) {
    return (int) syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/* A descriptor of rules under which nothing of the file system may be used. */
static inline int sandbox_rules(int version) {
    /* Every right of the first version; moving files (2) and cutting them (3) came later. */
    uint64_t rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (version >= 2) rights |= 1ULL << 13;
    if (version >= 3) rights |= 1ULL << 14;
    struct landlock_ruleset_attr attributes = {.handled_access_fs = rights};
    /* Of the kernel's longer structures of later versions only the first field. */
    return (int) syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes.handled_access_fs), 0);
}

/* Lets a file or a folder with all in it be read and run, or be read and written but not run. */
static inline int sandbox_allow(int rules, int version, const char *path, int may_write) {
    struct landlock_path_beneath_attr rule = {.parent_fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
    struct stat status;
    if (rule.parent_fd < 0) return -1;
    rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
    if (may_write) {
        rule.allowed_access |= LANDLOCK_ACCESS_FS_WRITE_FILE;
        if (version >= 3) rule.allowed_access |= 1ULL << 14;
    } else {
        rule.allowed_access |= LANDLOCK_ACCESS_FS_EXECUTE;
    }
    if (fstat(rule.parent_fd, &status) == 0 && S_ISDIR(status.st_mode)) {
        rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
        if (may_write) rule.allowed_access |= LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE;
    }
    int result = (int) syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
    return result;
}

/* Puts this thread, and what it starts or turns into, under the rules. */
static inline int sandbox_enter(int rules) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int) syscall(SYS_landlock_restrict_self, rules, 0);
}

/* From now on the threads of this process may call nothing but what decoding and drawing a picture take: memory, time, threads
   of its own, and files, of which Landlock decides. So nothing of what the kernel offers besides is in reach: sockets, programs,
   processes, signals, rights and modes of files. What is not allowed is not there (ENOSYS), where libraries know other ways. */
static inline int sandbox_forbid_calls(void) {
    static const char *const allowed[] = {
        "read", "readv", "pread64", "preadv", "write", "writev", "pwrite64", "pwritev", "open", "openat", "openat2", "close",
        "close_range", "lseek", "stat", "fstat", "lstat", "newfstatat", "fstatat64", "statx", "statfs", "fstatfs", "access",
        "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd", "getdents", "getdents64", "fadvise64",
        "fsync", "fdatasync", "ftruncate", "fallocate", "copy_file_range", "sendfile", "unlink", "unlinkat", "rename", "renameat",
        "renameat2", "umask", "fcntl", "flock", "dup", "dup2", "dup3", "pipe2", "poll", "ppoll", "select", "pselect6",
        "eventfd2", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "getpeername",
        "mmap", "munmap", "mremap", "mprotect", "madvise", "msync", "mincore", "brk", "membarrier",
        "futex", "futex_waitv", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "arch_prctl", "sched_yield",
        "sched_getaffinity", "sched_getparam", "sched_getscheduler", "getpriority", "gettid", "getpid", "getppid",
        "getuid", "geteuid", "getgid", "getegid", "getrusage", "getrlimit", "setrlimit", "times", "sysinfo", "uname",
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "getrandom",
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "exit", "exit_group",
    };
    /* Threads are made by clone, processes too: told apart by a flag, which clone3 keeps where a filter cannot look. Signals to
       its own threads, as abort sends them; limits of its own; a thread's name; whether something is a terminal. */
    const struct { int number; struct scmp_arg_cmp argument; } narrow[] = {
        {SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)},
        {SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t) getpid())},
        {SCMP_SYS(prlimit64), SCMP_A0(SCMP_CMP_EQ, 0)},
        {SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME)},
        {SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_EQ, 0x5401 /* TCGETS */)},
    };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (filter == NULL) return -1;
    int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    for (size_t index = 0; result == 0 && index < sizeof(allowed) / sizeof(allowed[0]); index++) {
        /* Of other machines' calls some are not this one's. */
        int number = seccomp_syscall_resolve_name(allowed[index]);
        if (number >= 0) result = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, number, 0, NULL);
    }
    for (size_t index = 0; result == 0 && index < sizeof(narrow) / sizeof(narrow[0]); index++)
        result = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, narrow[index].number, 1, &narrow[index].argument);
    if (result == 0) result = seccomp_load(filter);
    seccomp_release(filter);
    if (result == 0) return 0;
    errno = -result;
    return -1;
}

/* Whether a process can be told of a signal that is none, past the function that is forbidden. */
static inline int sandbox_can_signal(int process) { return syscall(SYS_tgkill, process, process, 0) == 0; }

/* Whether the limits of a process can be asked for. */
static inline int sandbox_can_limit(int process) { return syscall(SYS_prlimit64, process, 7, NULL, NULL) == 0; }

/* Whether a call works that no picture takes, and that changes nothing: it asks how the kernel behaves towards this process. */
static inline int sandbox_can_ask_persona(void) { return syscall(SYS_personality, 0xffffffffUL) >= 0; }
