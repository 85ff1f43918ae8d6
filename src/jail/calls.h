/*
 * calls.h - the system calls of a jail: a list to read, not code.
 *
 * An allow-list.  What is on none of these lists is answered with ENOSYS, as
 * an older kernel would, so that run-times fall back (clone3 to clone); what
 * is known and refused on purpose is answered with EPERM.
 * tools/build/mkfilter.c turns the lists into the filter at build time.
 *
 * How to change it: a call goes on the list ALLOWED only with a reason why it
 * can do nothing outside of the jail's namespaces, and with a test in
 * tests/attacks if it takes a pointer that the kernel follows. Arguments behind
 * pointers cannot be judged here: a filter sees registers only.
 *
 * Three answers, and when to use which:
 *
 *  allowed        the kernel does it, within the walls
 *  EPERM          a program asked for something that it may not have; it is
 *                 told so, and most programs go on
 *  ENOSYS         "this kernel is older": run-times have a second way for it
 *  ignored        done, in the sense that nothing depends on it
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_CALLS_H
#define CS_JAIL_CALLS_H

/* clang-format off */
#define CS_CALLS_ALLOWED(X)                                                    \
  /* files; chmod, open and fcntl: below */                                    \
  X(access) X(chdir) X(chown) X(close) X(close_range) X(copy_file_range)       \
  X(dup) X(dup2) X(dup3) X(faccessat) X(faccessat2) X(fadvise64)               \
  X(fallocate) X(fchdir) X(fchown) X(fchownat) X(fdatasync) X(fgetxattr)       \
  X(flistxattr) X(flock) X(fremovexattr) X(fsetxattr) X(fstat) X(fstatfs)      \
  X(fsync) X(ftruncate) X(futimesat) X(getcwd) X(getdents) X(getdents64)       \
  X(getxattr) X(lchown) X(lgetxattr) X(link) X(linkat) X(listxattr)            \
  X(llistxattr) X(lremovexattr) X(lseek) X(lsetxattr) X(lstat) X(mkdir)        \
  X(mkdirat) X(newfstatat) X(pread64) X(preadv) X(preadv2) X(pwrite64)         \
  X(pwritev) X(pwritev2) X(read) X(readahead) X(readlink) X(readlinkat)        \
  X(readv) X(removexattr) X(rename) X(renameat) X(renameat2) X(rmdir)          \
  X(sendfile) X(setxattr) X(splice) X(stat) X(statfs) X(statx) X(symlink)      \
  X(symlinkat) X(sync_file_range) X(tee) X(truncate) X(umask) X(unlink)        \
  X(unlinkat) X(utime) X(utimensat) X(utimes) X(write) X(writev)               \
  /* waiting */                                                                \
  X(epoll_create) X(epoll_create1) X(epoll_ctl) X(epoll_pwait)                 \
  X(epoll_pwait2) X(epoll_wait) X(eventfd) X(eventfd2) X(inotify_add_watch)    \
  X(inotify_init) X(inotify_init1) X(inotify_rm_watch) X(pipe) X(pipe2)        \
  X(poll) X(ppoll) X(pselect6) X(select) X(signalfd) X(signalfd4)              \
  X(timerfd_create) X(timerfd_gettime) X(timerfd_settime)                      \
  /* memory; mmap, madvise, memfd_create: below */                             \
  X(brk) X(membarrier) X(mincore) X(mlock) X(mlock2) X(mlockall)               \
  X(mprotect) X(mremap) X(msync) X(munlock) X(munlockall) X(munmap)            \
  X(pkey_alloc) X(pkey_free) X(pkey_mprotect) X(shmat) X(shmctl) X(shmdt)      \
  X(shmget)                                                                    \
  /* processes and threads; limits: below */                                   \
  X(arch_prctl) X(execve) X(execveat) X(exit) X(exit_group) X(fork)            \
  X(futex) X(futex_wait) X(futex_waitv) X(futex_wake) X(get_robust_list)       \
  X(get_thread_area) X(getcpu) X(getpgid) X(getpgrp) X(getpid) X(getppid)      \
  X(getpriority) X(getrlimit) X(getrusage) X(getsid) X(gettid) X(kill)         \
  X(pause) X(pidfd_open) X(pidfd_send_signal) X(restart_syscall) X(rseq)       \
  X(rt_sigaction) X(rt_sigpending) X(rt_sigprocmask) X(rt_sigqueueinfo)        \
  X(rt_sigreturn) X(rt_sigsuspend) X(rt_sigtimedwait) X(rt_tgsigqueueinfo)     \
  X(sched_get_priority_max) X(sched_get_priority_min) X(sched_getaffinity)     \
  X(sched_getattr) X(sched_getparam) X(sched_getscheduler)                     \
  X(sched_rr_get_interval) X(sched_setaffinity) X(sched_setparam)              \
  X(sched_setscheduler) X(sched_yield) X(set_robust_list)                      \
  X(set_thread_area) X(set_tid_address) X(setpgid) X(setpriority)              \
  X(setsid) X(sigaltstack) X(tgkill) X(tkill) X(vfork) X(wait4) X(waitid)      \
  /* ids: without a capability they change nothing that counts */              \
  X(capget) X(capset) X(getegid) X(geteuid) X(getgid) X(getgroups)             \
  X(getresgid) X(getresuid) X(getuid) X(setfsgid) X(setfsuid) X(setgid)        \
  X(setgroups) X(setregid) X(setresgid) X(setresuid) X(setreuid) X(setuid)     \
  /* time */                                                                   \
  X(alarm) X(clock_getres) X(clock_gettime) X(clock_nanosleep) X(getitimer)    \
  X(gettimeofday) X(nanosleep) X(setitimer) X(time) X(timer_create)            \
  X(timer_delete) X(timer_getoverrun) X(timer_gettime) X(timer_settime)        \
  X(times)                                                                     \
  /* sockets; which families is decided below */                               \
  X(accept) X(accept4) X(bind) X(connect) X(getpeername) X(getsockname)        \
  X(getsockopt) X(listen) X(recvfrom) X(recvmmsg) X(recvmsg) X(sendmmsg)       \
  X(sendmsg) X(sendto) X(setsockopt) X(shutdown)                               \
  /* System V, in an IPC namespace of its own */                               \
  X(semctl) X(semget) X(semop) X(semtimedop)                                   \
  /* the rest */                                                               \
  X(getrandom) X(sysinfo) X(uname) X(landlock_add_rule)                        \
  X(landlock_create_ruleset) X(landlock_restrict_self) X(get_mempolicy)

/* Refused with EPERM (redteam: E07, E08, F06, F08). */
#define CS_CALLS_REFUSED(X)                                                    \
  X(acct) X(add_key) X(adjtimex) X(bpf) X(chroot) X(clock_adjtime)             \
  X(clock_settime) X(delete_module) X(fanotify_init) X(fanotify_mark)          \
  X(finit_module) X(fsconfig) X(fsmount) X(fsopen) X(fspick) X(init_module)    \
  X(io_setup) X(ioperm) X(iopl) X(kcmp) X(kexec_file_load) X(kexec_load)       \
  X(keyctl) X(lookup_dcookie) X(mbind) X(migrate_pages) X(modify_ldt)          \
  X(mount) X(mount_setattr) X(move_mount) X(move_pages)                        \
  X(name_to_handle_at) X(nfsservctl) X(open_by_handle_at) X(open_tree)         \
  X(perf_event_open) X(pidfd_getfd) X(pivot_root) X(process_madvise)           \
  X(process_mrelease) X(process_vm_readv) X(process_vm_writev) X(ptrace)       \
  X(quotactl) X(quotactl_fd) X(reboot) X(request_key) X(sched_setattr)         \
  X(seccomp) X(set_mempolicy) X(sethostname) X(setdomainname) X(setns)         \
  X(settimeofday) X(swapoff) X(swapon) X(syslog) X(umount2) X(unshare)         \
  X(userfaultfd) X(vhangup) X(vmsplice)

/* Done, without doing anything: the host's disks are not the guest's (G12). */
#define CS_CALLS_IGNORED(X) X(sync) X(syncfs)

/* ioctl requests that may pass; compared on 32 bits (redteam: E04, F05). */
#define CS_CALLS_IOCTL(X)                                                      \
  X(TCGETS) X(TCSETS) X(TCSETSW) X(TCSETSF) X(TIOCGWINSZ) X(TIOCGPGRP)         \
  X(TIOCSPGRP) X(TIOCOUTQ) X(FIONREAD) X(FIONBIO) X(FIOASYNC) X(FIOCLEX)       \
  X(FIONCLEX)

/* Calls with a mode of permission, and which argument it is: bits that lend the
 * owner's rights to whoever executes a file are refused, for in what belongs to
 * the host they would stay (redteam: D08).  openat2 has its mode in memory,
 * where a filter cannot look: it does not exist. */
#define CS_CALLS_CHMOD(X)                                                      \
  X(chmod, 1) X(fchmod, 1) X(fchmodat, 2) X(fchmodat2, 2) X(creat, 1)
/* The same for those that make a file if their flags (before the mode) say so. */
#define CS_CALLS_OPEN(X) X(open, 1) X(openat, 2)

/* fcntl commands above 1023 that may pass; below, all.  A lease (F_SETLEASE)
 * would keep the host from opening its own files for 45 seconds. */
#define CS_CALLS_FCNTL(X)                                                      \
  X(F_GETLEASE) X(F_DUPFD_CLOEXEC) X(F_SETPIPE_SZ) X(F_GETPIPE_SZ)             \
  X(F_ADD_SEALS) X(F_GET_SEALS) X(F_GET_RW_HINT) X(F_SET_RW_HINT)              \
  X(F_GET_FILE_RW_HINT) X(F_SET_FILE_RW_HINT)

/* Advice of madvise that may pass.  Pages that are merged with equal ones of
 * others (MADV_MERGEABLE) tell what others have. */
#define CS_CALLS_MADVISE(X)                                                    \
  X(0) X(1) X(2) X(3) X(4) X(8) X(9) X(10) X(11) X(13) X(14) X(15) X(16)       \
  X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(102) X(103)

/* prctl options that may pass (redteam: F07). */
#define CS_CALLS_PRCTL(X)                                                      \
  X(PR_SET_NAME) X(PR_GET_NAME) X(PR_SET_PDEATHSIG) X(PR_GET_PDEATHSIG)        \
  X(PR_GET_DUMPABLE) X(PR_GET_SECCOMP) X(PR_CAPBSET_READ)                      \
  X(PR_SET_NO_NEW_PRIVS) X(PR_GET_NO_NEW_PRIVS) X(PR_SET_CHILD_SUBREAPER)      \
  X(PR_GET_CHILD_SUBREAPER) X(PR_SET_TIMERSLACK) X(PR_GET_TIMERSLACK)          \
  X(PR_GET_KEEPCAPS) X(PR_GET_SECUREBITS) X(PR_CAP_AMBIENT) X(PR_SET_THP_DISABLE)

/* Address families that are refused by their proper name; the others, except
 * AF_UNIX, do not exist (redteam: F04). */
#define CS_CALLS_NO_FAMILY(X)                                                  \
  X(AF_INET) X(AF_INET6) X(AF_NETLINK) X(AF_PACKET) X(AF_VSOCK) X(AF_ALG)
/* clang-format on */

#endif
