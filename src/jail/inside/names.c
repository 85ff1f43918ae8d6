/*
 * names.c - make, link and rename on behalf of the program.
 *
 * Paths are resolved without magic links: /proc/self would be process 1 here.
 * The one use that programs make of them with O_CREAT, opening a descriptor
 * again by its name (/dev/stdout, /dev/fd/3), is done by number.
 *
 * What is read from the caller is a copy and judged as a copy; nothing is read
 * twice. A caller that is killed meanwhile may have its number used by another
 * process: is_waiting is asked after each reading of its memory.
 *
 * Every path leads to exactly one answer: refuse, tell or give. A call that is
 * never answered would hang its caller until process 1 ends.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/names.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/protect.h"
#include "jail/inside/mnt.h"

#define LINKS_MAX 40
#define PAGE      4096u
#define OURS      (O_CLOEXEC | O_NOCTTY) /* no terminal becomes process 1's */

typedef struct call {
  const cs_plan *plan;
  const struct seccomp_notif *ask;
  int gate;
} call;

/* A name in a directory that is open. */
typedef struct spot {
  int dir;    /* owned */
  bool slash; /* the path ended with one */
  char last[NAME_MAX + 1];
} spot;

/* --- answers ------------------------------------------------------------- */

/* `error` 0 is the answer "done", with the result 0. */
static void refuse(const call *c, int error) {
  assert(error >= 0);
  struct seccomp_notif_resp r = {.id = c->ask->id, .error = -error};
  (void)ioctl(c->gate, SECCOMP_IOCTL_NOTIF_SEND, &r);
}

static void tell(const call *c, int result) {
  refuse(c, result == 0 ? 0 : errno);
}

/* Hand over a descriptor; kernels before 5.14 take two steps for it. */
static void give(const call *c, int fd, int flags) {
  assert(fd >= 0);
  struct seccomp_notif_addfd a = {.id = c->ask->id,
                                  .flags = SECCOMP_ADDFD_FLAG_SEND,
                                  .srcfd = (unsigned)fd,
                                  .newfd_flags = (unsigned)(flags & O_CLOEXEC)};
  if (ioctl(c->gate, SECCOMP_IOCTL_NOTIF_ADDFD, &a) >= 0) return;
  if (errno != EINVAL) {
    refuse(c, errno);
    return;
  }
  a.flags = 0;
  int number = ioctl(c->gate, SECCOMP_IOCTL_NOTIF_ADDFD, &a);
  struct seccomp_notif_resp r = {.id = c->ask->id, .val = number};
  if (number < 0) r.error = -errno;
  (void)ioctl(c->gate, SECCOMP_IOCTL_NOTIF_SEND, &r);
}

/* Is the caller still the one that waits?  Its number may be another's. */
static bool is_waiting(const call *c) {
  return ioctl(c->gate, SECCOMP_IOCTL_NOTIF_ID_VALID, &c->ask->id) == 0;
}

/* --- what the caller means ----------------------------------------------- */

/* A text in the memory of the caller, up to two pages; an errno. */
static int read_text(const call *c, uint64_t at, char out[PATH_MAX]) {
  assert(c->ask->pid > 0);
  size_t first = PAGE - at % PAGE;
  struct iovec here = {out, PATH_MAX};
  struct iovec there[] = {{(void *)(uintptr_t)at, first},
                          {(void *)(uintptr_t)(at + first), PATH_MAX - first}};
  ssize_t n = process_vm_readv((pid_t)c->ask->pid, &here, 1, there, 2, 0);
  if (n <= 0) return EFAULT;
  if (!memchr(out, 0, (size_t)n)) return n == PATH_MAX ? ENAMETOOLONG : EFAULT;
  return is_waiting(c) ? 0 : EINTR;
}

/* Where a relative path begins. A process of the jail is looked up in the
 * jail's /proc; its directory is opened, not resolved by name. */
static int open_base(const call *c, int dir, const char *text) {
  char path[48];
  if (text[0] == '/') return open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (dir == AT_FDCWD)
    snprintf(path, sizeof path, "/proc/%u/cwd", c->ask->pid);
  else
    snprintf(path, sizeof path, "/proc/%u/fd/%d", c->ask->pid, dir);
  int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) errno = EBADF;
  return fd;
}

/* The most careful one when it cannot be known. Process 1 makes the file, so
 * the caller's mask has to be applied by hand. */
static mode_t umask_of(const call *c) {
  char path[48], text[1024];
  snprintf(path, sizeof path, "/proc/%u/status", c->ask->pid);
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (n <= 0) return 077;
  text[n] = 0;
  const char *at = strstr(text, "\nUmask:");
  return at ? (mode_t)strtoul(at + 7, NULL, 8) : 077;
}

/* Divide `text`, which begins at `base`, into parent and name; an errno. */
static int find_spot(int base, const char *text, spot *out) {
  assert(base >= 0);
  char parent[PATH_MAX];
  size_t end = strlen(text);
  struct statfs f;
  out->dir = -1;
  if (end == 0) return ENOENT;
  while (end > 1 && text[end - 1] == '/') end--;
  out->slash = text[end] == '/';
  size_t from = end;
  while (from > 0 && text[from - 1] != '/') from--;
  size_t n = end - from;
  if (n > NAME_MAX) return ENAMETOOLONG;
  memcpy(out->last, text + from, n);
  out->last[n] = 0;
  if (n == 0 || strcmp(out->last, ".") == 0 || strcmp(out->last, "..") == 0)
    return EEXIST;
  memcpy(parent, text, from);
  parent[from] = 0;
  out->dir = cs_mnt_find(base, from ? parent : ".", O_PATH | O_DIRECTORY,
                         RESOLVE_NO_MAGICLINKS);
  if (out->dir < 0) return errno;
  if (fstatfs(out->dir, &f) != 0 || f.f_type == PROC_SUPER_MAGIC)
    return EACCES; /* nothing is made there, and "self" would be us */
  return 0;
}

/* The same for an argument of the call. */
static int take_spot(const call *c, int dir, uint64_t at, spot *out) {
  char text[PATH_MAX];
  out->dir = -1;
  int problem = read_text(c, at, text);
  if (problem) return problem;
  CS_AUTO_FD
  int base = open_base(c, dir, text);
  return base < 0 ? errno : find_spot(base, text, out);
}

static void leave(const spot *s) {
  cs_cleanup_fd(&s->dir);
}

/* --- rules --------------------------------------------------------------- */

/* Is the name of a repository without a work tree, or would it make the
 * directory `dir` one?  What is below ".git" has rules of its own. */
static bool is_of_repository(const spot *s, const char *dir) {
  assert(s->dir >= 0);
  const char *slash = strrchr(dir, '/');
  if (slash && strcmp(slash, "/.git") == 0) return false;
  return cs_protect_completes(cs_protect_dir_has, &s->dir, s->last) ||
         (cs_protect_is_bare(s->last) &&
          cs_protect_is_repository(cs_protect_dir_has, &s->dir));
}

/* `path` in a directory of the host that can be written, below its place. */
static const char *below_place(const cs_plan *plan, uint32_t i,
                               const char *path) {
  assert(i < plan->nplaces);
  const cs_plan_place *p = cs_plan_places(plan) + i;
  if (p->kind != CS_PLACE_RW) return NULL;
  const char *at = cs_plan_text(plan, p->target);
  size_t n = strlen(at);
  while (n > 1 && at[n - 1] == '/') n--;
  return strncmp(path, at, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

/* Where `s` is; false: nobody can tell. */
static bool path_of(const spot *s, char path[PATH_MAX + NAME_MAX + 2],
                    size_t *dir) {
  assert(s->dir >= 0);
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", s->dir);
  ssize_t n = readlink(name, path, PATH_MAX);
  if (n <= 0 || n == PATH_MAX || path[0] != '/') return false;
  snprintf(path + n, NAME_MAX + 2, "/%s", s->last);
  *dir = (size_t)n;
  return true;
}

/* Links of the host's own programs lead to the same files there. */
static bool is_of_system(const char *target) {
  return strncmp(target, "/usr/", 5) == 0 && !strstr(target, "..");
}

/* Would the link `s` to `target` lead a program of the host out of the
 * directory that it is in (redteam: D25)? Cannot be told: then it does. */
static bool is_leaving(const call *c, const spot *s, const char *target) {
  char path[PATH_MAX + NAME_MAX + 2];
  size_t dir;
  if (!path_of(s, path, &dir)) return true;
  for (uint32_t i = 0; i < c->plan->nplaces; i++) {
    const char *inner = below_place(c->plan, i, path);
    if (inner && cs_protect_leaves(inner, target) && !is_of_system(target))
      return true;
  }
  return false;
}

/* The same for a link that gets another name. `from` and `to` are as they are
 * now, with nobody else renaming meanwhile. */
static bool moves_away(const call *c, const spot *from, const spot *to) {
  char target[PATH_MAX];
  ssize_t n = readlinkat(from->dir, from->last, target, sizeof target - 1);
  if (n < 0) return false; /* no link */
  target[n] = 0;
  return is_leaving(c, to, target);
}

/* May the name not appear here?  `entry`: see cs_protect_is. */
/* `entry` false: a directory is made, which some names may be. */
static bool is_protected(const call *c, const spot *s, bool entry) {
  char path[PATH_MAX + NAME_MAX + 2];
  size_t dir;
  if (!path_of(s, path, &dir)) return true;
  path[dir] = 0;
  bool bare = is_of_repository(s, path);
  path[dir] = '/';
  for (uint32_t i = 0; i < c->plan->nplaces; i++) {
    const char *inner = below_place(c->plan, i, path);
    if (inner && (bare || cs_protect_is(inner, entry))) return true;
  }
  return false;
}

/* --- open ---------------------------------------------------------------- */

/* A descriptor of the caller by one of its names; -1: it is none. */
static int named_descriptor(const char *text) {
  static const char *const heads[] = {"/dev/fd/", "/proc/self/fd/",
                                      "/proc/thread-self/fd/"};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    size_t n = strlen(heads[i]);
    if (strncmp(text, heads[i], n) != 0) continue;
    if (!text[n] || strspn(text + n, "0123456789") != strlen(text + n))
      return -1;
    return (int)strtol(text + n, NULL, 10);
  }
  return -1;
}

/* Open `name` of `dir` and answer.  Who waits for the other end of a pipe must
 * not keep process 1 waiting: a child of it waits, and answers. */
static int open_as(const call *c, int dir, const char *name, int flags,
                   mode_t mode, int *fd) {
  assert(name[0]);
  pid_t child = S_ISFIFO(mode) ? fork() : -1;
  *fd = -1;
  if (child > 0) return 0;
  if (child < 0 && S_ISFIFO(mode)) return EAGAIN;
  *fd = openat(dir, name, flags | OURS);
  int problem = *fd < 0 ? errno : 0;
  if (child < 0) return problem;
  if (problem)
    refuse(c, problem);
  else
    give(c, *fd, flags);
  _exit(0);
}

/* A file of /proc would be opened with the rights of process 1, which may look
 * into itself (redteam: E11). */
static int open_again(const call *c, int number, int flags, int *fd) {
  assert(number >= 0);
  char path[48];
  struct stat st;
  struct statfs f;
  snprintf(path, sizeof path, "/proc/%u/fd/%d", c->ask->pid, number);
  CS_AUTO_FD
  int at = open(path, O_PATH | O_CLOEXEC);
  if (at < 0 || fstat(at, &st) != 0 || fstatfs(at, &f) != 0) return errno;
  if (f.f_type == PROC_SUPER_MAGIC) return EACCES;
  snprintf(path, sizeof path, "/proc/self/fd/%d", at);
  return open_as(c, AT_FDCWD, path, flags & ~(O_CREAT | O_EXCL | O_NOFOLLOW),
                 st.st_mode, fd);
}

/* One open that goes through links, step by step. */
typedef struct opening {
  int flags;
  mode_t mode;
  char text[PATH_MAX];
  int base; /* owned */
} opening;

/* Go on where the link `s` leads to. */
static int follow(opening *o, const spot *s) {
  assert(s->dir >= 0);
  ssize_t n = readlinkat(s->dir, s->last, o->text, sizeof o->text);
  if (n <= 0 || n == (ssize_t)sizeof o->text) return n < 0 ? errno : ELOOP;
  o->text[n] = 0;
  cs_cleanup_fd(&o->base);
  o->base = o->text[0] == '/' ? open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)
                              : fcntl(s->dir, F_DUPFD_CLOEXEC, 0);
  return o->base < 0 ? errno : 0;
}

#define AGAIN (-1) /* one step was made */

/* Open `s`, which is there. */
static int open_there(const call *c, opening *o, const spot *s,
                      const struct stat *st, int *fd) {
  if (S_ISLNK(st->st_mode)) {
    if (o->flags & (O_NOFOLLOW | O_EXCL)) return ELOOP;
    int problem = follow(o, s);
    return problem ? problem : AGAIN;
  }
  int problem =
      open_as(c, s->dir, s->last, (o->flags & ~(O_CREAT | O_EXCL)) | O_NOFOLLOW,
              st->st_mode, fd);
  return problem == ENOENT && !S_ISFIFO(st->st_mode) ? AGAIN : problem;
}

static int make_file(const call *c, const opening *o, const spot *s, int *fd) {
  assert(s->dir >= 0);
  if (o->flags & O_PATH) return ENOENT; /* makes nothing */
  if (is_protected(c, s, true)) return EPERM;
  *fd = openat(s->dir, s->last,
               o->flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, o->mode);
  if (*fd >= 0) return 0;
  return errno == EEXIST && !(o->flags & O_EXCL) ? AGAIN : errno;
}

/* AGAIN: a link was followed, or somebody made or removed the name between the
 * look and the act. */
static int open_once(const call *c, opening *o, int *fd) {
  struct stat st;
  spot s;
  int number = named_descriptor(o->text);
  if (number >= 0) return open_again(c, number, o->flags, fd);
  int problem = find_spot(o->base, o->text, &s);
  if (problem == EEXIST || (!problem && s.slash)) problem = EISDIR;
  if (!problem) {
    bool there = fstatat(s.dir, s.last, &st, AT_SYMLINK_NOFOLLOW) == 0;
    if (!there && errno != ENOENT)
      problem = errno;
    else if (there && (o->flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL))
      problem = EEXIST;
    else
      problem = there ? open_there(c, o, &s, &st, fd) : make_file(c, o, &s, fd);
  }
  leave(&s);
  return problem;
}

/* LINKS_MAX steps, as in the kernel. */
static void act_open(const call *c, int dir, uint64_t at, uint64_t flags,
                     uint64_t mode) {
  opening o = {.flags = (int)flags, .base = -1};
  int fd = -1, problem = read_text(c, at, o.text);
  /* As the kernel says of both; without O_CREAT nobody would ask us. */
  if ((o.flags & O_TMPFILE) == O_TMPFILE) problem = EINVAL;
  o.mode = (mode_t)mode & 01777 & ~umask_of(c);
  if (!problem) o.base = open_base(c, dir, o.text);
  if (!problem && o.base < 0) problem = errno;
  if (!problem) problem = AGAIN;
  for (int i = 0; problem == AGAIN && i < LINKS_MAX; i++)
    problem = open_once(c, &o, &fd);
  cs_cleanup_fd(&o.base);
  if (problem)
    refuse(c, problem == AGAIN ? ELOOP : problem);
  else if (fd >= 0)
    give(c, fd, o.flags);
  cs_cleanup_fd(&fd);
}

/* --- the others ---------------------------------------------------------- */

/* Sticky bit and permissions only, less the caller's umask. */
static void act_mkdir(const call *c, int dir, uint64_t at, uint64_t mode) {
  spot s;
  int problem = take_spot(c, dir, at, &s);
  if (!problem && is_protected(c, &s, false)) problem = EPERM;
  if (problem)
    refuse(c, problem);
  else
    tell(c, mkdirat(s.dir, s.last, (mode_t)mode & 01777 & ~umask_of(c)));
  leave(&s);
}

/* Files and pipes: others are the filter's business.  Pipes are not made in
 * directories of the host, where somebody might wait at one (redteam: D12). */
static bool is_fit(const call *c, const spot *s, mode_t mode) {
  char name[40], path[PATH_MAX];
  mode_t kind = mode & S_IFMT;
  if (kind == 0 || kind == S_IFREG) return true;
  if (kind != S_IFIFO) return false;
  snprintf(name, sizeof name, "/proc/self/fd/%d", s->dir);
  ssize_t n = readlink(name, path, sizeof path - 2);
  if (n <= 0) return false;
  memcpy(path + n, "/", 2); /* its own place counts */
  for (uint32_t i = 0; i < c->plan->nplaces; i++)
    if (below_place(c->plan, i, path)) return false;
  return true;
}

/* Devices never get here: the filter refuses them. */
static void act_mknod(const call *c, int dir, uint64_t at, uint64_t mode) {
  spot s;
  mode_t kind = (mode_t)mode & S_IFMT;
  int problem = take_spot(c, dir, at, &s);
  if (!problem && (!is_fit(c, &s, kind) || is_protected(c, &s, true)))
    problem = EPERM;
  if (problem)
    refuse(c, problem);
  else
    tell(c, mknodat(s.dir, s.last, kind | ((mode_t)mode & 01777 & ~umask_of(c)),
                    0));
  leave(&s);
}

/* The target is a text, not resolved: what counts is where it leads on the
 * host. */
static void act_symlink(const call *c, uint64_t to, int dir, uint64_t at) {
  char text[PATH_MAX];
  spot s;
  int problem = take_spot(c, dir, at, &s);
  if (!problem && is_protected(c, &s, true)) problem = EPERM;
  if (!problem) problem = read_text(c, to, text);
  if (!problem && is_leaving(c, &s, text)) problem = EPERM;
  if (problem)
    refuse(c, problem);
  else
    tell(c, symlinkat(text, s.dir, s.last));
  leave(&s);
}

/* What a link is made to; a file without a name is named by a descriptor. */
static int link_spot(const call *c, int dir, uint64_t at, uint64_t flags,
                     const spot *to) {
  char text[PATH_MAX], path[48];
  spot s = {.dir = -1};
  int problem = read_text(c, at, text);
  int number = problem ? -1 : named_descriptor(text);
  if (!problem && !*text && flags & AT_EMPTY_PATH) number = dir;
  if (number >= 0) {
    snprintf(path, sizeof path, "/proc/%u/fd/%d", c->ask->pid, number);
    return linkat(AT_FDCWD, path, to->dir, to->last, AT_SYMLINK_FOLLOW);
  }
  if (!problem) problem = take_spot(c, dir, at, &s);
  bool follows = flags & AT_SYMLINK_FOLLOW;
  if (!problem && !follows && moves_away(c, &s, to)) problem = EPERM;
  int result = -1;
  if (!problem)
    result = linkat(s.dir, s.last, to->dir, to->last,
                    (int)flags & AT_SYMLINK_FOLLOW);
  else
    errno = problem;
  leave(&s);
  return result;
}

/* A protected name may not appear by a hard link either. */
static void act_link(const call *c, int from_dir, uint64_t from, int dir,
                     uint64_t at, uint64_t flags) {
  spot s;
  int problem = take_spot(c, dir, at, &s);
  if (!problem && flags & ~(uint64_t)(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH))
    problem = EINVAL;
  if (!problem && is_protected(c, &s, true)) problem = EPERM;
  if (problem)
    refuse(c, problem);
  else
    tell(c, link_spot(c, from_dir, from, flags, &s));
  leave(&s);
}

/* Neither to nor from: a directory above protected names takes them along. Both
 * ends are judged, and with RENAME_EXCHANGE both directions. */
static void act_rename(const call *c, int from_dir, uint64_t from, int dir,
                       uint64_t at, uint64_t flags) {
  spot old, new = {.dir = -1};
  int problem = take_spot(c, from_dir, from, &old);
  if (!problem) problem = take_spot(c, dir, at, &new);
  if (problem == EEXIST) problem = EBUSY;
  if (!problem && (is_protected(c, &old, true) || is_protected(c, &new, true)))
    problem = EPERM;
  if (!problem && (moves_away(c, &old, &new) ||
                   (flags & RENAME_EXCHANGE && moves_away(c, &new, &old))))
    problem = EPERM;
  if (problem)
    refuse(c, problem);
  else
    tell(c, (int)syscall(SYS_renameat2, old.dir, old.last, new.dir, new.last,
                         flags));
  leave(&old);
  leave(&new);
}

/* --- which call ---------------------------------------------------------- */

#ifdef SYS_open
/* The older forms, which know no directory. */
static bool answer_old(const call *c) {
  const __u64 *a = c->ask->data.args;
  switch (c->ask->data.nr) {
    case SYS_open: act_open(c, AT_FDCWD, a[0], a[1], a[2]); return true;
    case SYS_creat:
      act_open(c, AT_FDCWD, a[0], O_CREAT | O_WRONLY | O_TRUNC, a[1]);
      return true;
    case SYS_mkdir: act_mkdir(c, AT_FDCWD, a[0], a[1]); return true;
    case SYS_mknod: act_mknod(c, AT_FDCWD, a[0], a[1]); return true;
    case SYS_symlink: act_symlink(c, a[0], AT_FDCWD, a[1]); return true;
    case SYS_link: act_link(c, AT_FDCWD, a[0], AT_FDCWD, a[1], 0); return true;
    case SYS_rename:
      act_rename(c, AT_FDCWD, a[0], AT_FDCWD, a[1], 0);
      return true;
    default: return false;
  }
}
#else
static bool answer_old(const call *c) {
  (void)c;
  return false;
}
#endif

void cs_names_answer(const cs_plan *plan, int gate,
                     const struct seccomp_notif *ask) {
  assert(gate >= 0);
  const call c = {plan, ask, gate};
  const __u64 *a = ask->data.args;
  if (answer_old(&c)) return;
  switch (ask->data.nr) {
    case SYS_openat: act_open(&c, (int)a[0], a[1], a[2], a[3]); return;
    case SYS_mkdirat: act_mkdir(&c, (int)a[0], a[1], a[2]); return;
    case SYS_mknodat: act_mknod(&c, (int)a[0], a[1], a[2]); return;
    case SYS_symlinkat: act_symlink(&c, a[0], (int)a[1], a[2]); return;
    case SYS_linkat:
      act_link(&c, (int)a[0], a[1], (int)a[2], a[3], a[4]);
      return;
#ifdef SYS_renameat
    case SYS_renameat:
      act_rename(&c, (int)a[0], a[1], (int)a[2], a[3], 0);
      return;
#endif
    case SYS_renameat2:
      act_rename(&c, (int)a[0], a[1], (int)a[2], a[3], a[4]);
      return;
    default: refuse(&c, EPERM); return; /* what no other program may start */
  }
}
