/*
 * detach.c - with the host's root rights: a mount that can be handed over.
 *
 * The idmap trick: mount_setattr takes a user namespace whose map says which
 * owner is shown as which. The namespace must exist, so a process is started
 * that lives in it for a moment and does nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/detach.h"

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"

/* One line: the id `from` outside is `to` inside, and nobody else. */
static bool write_map(pid_t pid, const char *file, uint32_t from, uint32_t to) {
  char text[64], path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
  CS_AUTO_FD
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  int n = snprintf(text, sizeof text, "%u %u 1\n", from, to);
  return fd >= 0 && write(fd, text, (size_t)n) == n;
}

/* On the stack of the parent, which does not return before the child is
 * gone. */
typedef struct waiter {
  int in, out; /* a pipe: it ends when somebody writes, or when we are gone */
  char got;
} waiter;

/* In the memory of its parent, which waits for it: nothing but system calls,
 * and none that can fail (errno is the parent's, too). */
static int wait_for_word(void *user) {
  waiter *w = user;
  (void)syscall(SYS_close, w->out);
  (void)syscall(SYS_read, w->in, &w->got, 1);
  return 0;
}

/* A process in a user namespace of its own. It shares our memory: copying what
 * maps it takes 50 ms in a host of 800 MB. Signals are for the host alone. All
 * signals are blocked while the child shares our memory: a handler of the
 * host's program must not run in both. */
static pid_t start_waiter(waiter *w, char *stack_end) {
  sigset_t all, old;
  sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, &old) != 0) return -1;
  pid_t pid = clone(wait_for_word, stack_end, CLONE_VM | CLONE_NEWUSER, w);
  (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
  return pid;
}

/* A user namespace in which the owner of a directory is the jail's user. The
 * process in it does nothing but wait, and its end signals nobody: this may be
 * somebody else's program. -1: this host does not let us; the caller goes on
 * without. */
static int open_idmap(const struct stat *s, uint32_t uid, uint32_t gid) {
  /* The child needs a few hundred bytes for three system calls. */
  _Alignas(16) char stack[16 << 10], path[64];
  int ends[2], out = -1;
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  waiter w = {.in = ends[0], .out = ends[1]};
  pid_t pid = start_waiter(&w, stack + sizeof stack);
  bool good = pid > 0 && write_map(pid, "uid_map", s->st_uid, uid) &&
              write_map(pid, "gid_map", s->st_gid, gid);
  snprintf(path, sizeof path, "/proc/%d/ns/user", (int)pid);
  if (good) out = open(path, O_RDONLY | O_CLOEXEC);
  (void)!write(ends[1], "x", 1); /* lets the child end */
  close(ends[1]);
  if (pid > 0)
    while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR) {
    }
  close(ends[0]);
  return out;
}

int cs_detach_mount(int fd, const char *path, bool share, uint32_t uid,
                    uint32_t gid) {
  assert(fd >= 0 || path);
  struct stat s;
  unsigned how = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
  int mnt = fd >= 0 ? open_tree(fd, "", how | AT_EMPTY_PATH)
                    : open_tree(AT_FDCWD, path, how);
  if (mnt < 0 || !share || fstat(mnt, &s) != 0) return mnt;
  CS_AUTO_FD
  int map = open_idmap(&s, uid, gid);
  struct mount_attr attr = {.attr_set = MOUNT_ATTR_IDMAP,
                            .userns_fd = (uint64_t)(unsigned)map};
  /* A file system that cannot: the program has the rights of a stranger. */
  if (map >= 0) (void)mount_setattr(mnt, "", AT_EMPTY_PATH, &attr, sizeof attr);
  return mnt;
}
