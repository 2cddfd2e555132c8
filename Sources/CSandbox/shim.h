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

/* From now on no thread of this process may start a program or a process, reach another one, or open a socket. */
static inline int sandbox_forbid_calls(void) {
    static const char *const forbidden[] = {
        "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg",
        "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "kill", "tkill",
        "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_open", "pidfd_send_signal", "pidfd_getfd", "mount", "umount2",
        "pivot_root", "chroot", "unshare", "setns", "bpf", "keyctl", "add_key", "request_key", "perf_event_open",
        "userfaultfd", "io_uring_setup", "open_by_handle_at", "init_module", "finit_module", "kexec_load", "reboot",
        "swapon", "quotactl", "shmget", "shmat", "msgget", "semget", "mq_open", "inotify_init1", "fanotify_init",
        /* Landlock does not see these. */
        "chmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchownat", "setxattr", "lsetxattr", "removexattr",
        "lremovexattr", "utime", "utimes", "futimesat", "utimensat",
        /* Before its third version (Linux 6.2) it does not see this either. */
        "truncate", "truncate64",
    };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (filter == NULL) return -1;
    int result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    for (size_t index = 0; result == 0 && index < sizeof(forbidden) / sizeof(forbidden[0]); index++) {
        int number = seccomp_syscall_resolve_name(forbidden[index]);
        if (number != __NR_SCMP_ERROR) result = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), number, 0, NULL);
    }
    /* Threads are made by clone, processes too: told apart by a flag, which clone3 keeps where a filter cannot look. */
    struct scmp_arg_cmp process = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0);
    if (result == 0) result = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, &process);
    if (result == 0) result = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0, NULL);
    /* Signals to its own threads, as abort sends them, and limits of its own. */
    struct scmp_arg_cmp other = SCMP_A0(SCMP_CMP_NE, (scmp_datum_t) getpid());
    if (result == 0) result = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(tgkill), 1, &other);
    struct scmp_arg_cmp named = SCMP_A0(SCMP_CMP_NE, 0);
    if (result == 0) result = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1, &named);
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
