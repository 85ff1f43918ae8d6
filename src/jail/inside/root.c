/*
 * root.c - from an empty tmpfs to a root directory, place by place.
 *
 * Three trees exist while it works: "/" is a scratch tmpfs, "/old" is the tree
 * we came from, "/new" is the future root.  Sources are resolved beneath
 * "/old" (links cannot leave it) and turned into detached mounts; targets are
 * made on our own tmpfs only, or are there already beneath a directory that was
 * mounted before (no link is crossed), so a target can never be redirected and
 * no directory of the host ever gets a new entry.
 *
 * Ownership: the builder owns its descriptors and close_all() closes them;
 * every mount made here is owned by the mount namespace as soon as it hangs
 * somewhere, and by its descriptor until then.
 *
 * What can go wrong: the host's tree may change while we look (sources are
 * compared by device and inode), an image may contain anything (links where
 * directories should be, see replaces), and the kernel may lack overlayfs. All
 * of it is an error with the name of the place; there is no jail with a part of
 * its tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/root.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/control.h"
#include "jail/inside/cover.h"
#include "jail/inside/mnt.h"

#define TREE_MAX "size=16m,nr_inodes=4096,mode=755" /* our own tmpfs */

#define OWN_MAX 48

typedef struct builder {
  const cs_plan *plan;
  int old, new; /* descriptors of the two trees */
  int scratch;  /* "/" while building */
  int null;     /* the jail's /dev/null, to hide files with */
  int empty;    /* an empty directory that hides another one; -1: none yet */
  int store;    /* what all pooled places share; -1: none yet */
  int procfs;
  int layer;          /* number of the layer that waits for its overlay; -1 */
  bool image;         /* the new root is an overlay: somebody else filled it */
  unsigned count;     /* of overlays */
  dev_t own[OWN_MAX]; /* file systems in memory that we made */
  size_t nown;
  cs_root_shown *shown; /* borrowed; NULL: nobody asks */
  bool over;            /* targets are there, we mount over them */
  bool nested;          /* the target is inside of what was mounted before */
  cs_error *err;
} builder;

/* --- what the host may look at --------------------------------------------
 */

/* /tmp is made before everything that the host mounts, and stays first. */
static void show(const builder *b, int *mnt, bool first) {
  cs_root_shown *s = b->shown;
  if (!s || s->n == CS_CONTROL_SHOWN || first != (s->n == 0)) return;
  s->fd[s->n++] = cs_steal(mnt);
}

void cs_root_close_shown(cs_root_shown *shown) {
  for (size_t i = 0; i < shown->n; i++) close(shown->fd[i]);
  shown->n = 0;
}

/* --- targets ---------------------------------------------------------------
 */

/* Too many file systems means that later targets are refused, not that a
 * foreign one is taken for ours. */
static void remember(builder *b, int fd) {
  assert(b->nown <= OWN_MAX && fd >= 0);
  struct stat s;
  if (b->nown < OWN_MAX && fstat(fd, &s) == 0) b->own[b->nown++] = s.st_dev;
}

/* Compared by device: an overlay and each tmpfs have one of their own. */
static bool is_own(const builder *b, int fd) {
  assert(fd >= 0);
  struct stat s;
  if (fstat(fd, &s) != 0) return false;
  for (size_t i = 0; i < b->nown; i++)
    if (b->own[i] == s.st_dev) return true;
  return false;
}

/* Open beneath `dir`, without following a link, and only what is on a file
 * system of our own, or inside of a mount: -1 with EXDEV otherwise. */
static int open_own(const builder *b, int dir, const char *name,
                    uint64_t flags) {
  assert(dir >= 0);
  CS_AUTO_FD
  int fd = cs_mnt_find(
      dir, name, O_PATH | flags,
      RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (fd < 0) return -1;
  if (b->nested || is_own(b, fd)) return cs_steal(&fd);
  errno = EXDEV;
  return -1;
}

/* May an entry be made here?  In directories of the host never. */
static bool may_make(const builder *b, int dir) {
  if (!b->nested || is_own(b, dir)) return true;
  errno = EXDEV;
  return false;
}

/* redteam: D05 - an image may have a link or a file where we need a directory:
 * it is replaced in the sandbox's own layer, never followed. */
static bool replaces(const builder *b, int dir, const char *name, bool tree) {
  assert(dir >= 0 && name[0]);
  struct stat s;
  if (!b->image || !is_own(b, dir) ||
      fstatat(dir, name, &s, AT_SYMLINK_NOFOLLOW) != 0)
    return false;
  if (tree ? S_ISDIR(s.st_mode) : S_ISREG(s.st_mode) || S_ISDIR(s.st_mode))
    return false;
  return unlinkat(dir, name, 0) == 0;
}

/* A directory `name` in `dir`, made or found; owned by the caller. */
static int make_dir(const builder *b, int dir, const char *name) {
  int fd = b->nested ? open_own(b, dir, name, O_DIRECTORY) : -1;
  if (fd >= 0) return fd;
  (void)replaces(b, dir, name, true);
  if (!may_make(b, dir) || (mkdirat(dir, name, 0755) != 0 && errno != EEXIST))
    return -1;
  return open_own(b, dir, name, O_DIRECTORY);
}

/* An empty file to hang a mount over; modes do not matter below it. */
static int make_node(const builder *b, int dir, const char *name) {
  int fd = b->nested ? open_own(b, dir, name, 0) : -1;
  if (fd >= 0) return fd;
  (void)replaces(b, dir, name, false);
  if (!may_make(b, dir) ||
      (mknodat(dir, name, S_IFREG | 0444, 0) != 0 && errno != EEXIST))
    return -1;
  /* A file of an overlay has the device of the layer it is from. */
  if (b->image && is_own(b, dir))
    return cs_mnt_find(dir, name, O_PATH | O_NOFOLLOW,
                       RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV);
  return open_own(b, dir, name, 0);
}

/* Make every directory of `path` but the last part beneath the new root; gives
 * the descriptor of the parent. */
static int make_parent(const builder *b, const char *path, const char **last) {
  assert(b->new >= 0);
  int dir = fcntl(b->new, F_DUPFD_CLOEXEC, 0);
  while (*path == '/') path++;
  for (const char *slash; dir >= 0 && (slash = strchr(path, '/')) && slash[1];
       path = slash + 1) {
    char part[NAME_MAX + 1];
    size_t n = (size_t)(slash - path);
    if (n == 0) continue;
    if (n > NAME_MAX || (n == 2 && memcmp(path, "..", 2) == 0)) {
      close(dir);
      errno = EINVAL;
      return -1;
    }
    memcpy(part, path, n);
    part[n] = 0;
    int next = make_dir(b, dir, part);
    cs_cleanup_fd(&dir);
    dir = next;
  }
  *last = path;
  return dir;
}

/* errno says why, the text which place it was. */
static cs_status bad_target(const builder *b, const char *target) {
  if (b->nested && errno == EXDEV)
    return cs_error_set(b->err, CS_EINVAL,
                        "the mount %.80s lies in another mount, whose "
                        "directory needs a directory (or file) of that name "
                        "on the host: none is made there",
                        target);
  return cs_error_os(b->err, "cannot make %.80s in the jail", target);
}

/* A mount point of the right kind; -1 with errno. */
static int make_target(const builder *b, const char *path, bool directory) {
  assert(path[0] == '/');
  const char *last;
  if (b->over) return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  CS_AUTO_FD
  int dir = make_parent(b, path, &last);
  char name[NAME_MAX + 1];
  if (dir < 0) return -1;
  if (snprintf(name, sizeof name, "%.*s", (int)strcspn(last, "/"), last) < 1 ||
      strcmp(name, "..") == 0) {
    errno = EINVAL;
    return -1;
  }
  return directory ? make_dir(b, dir, name) : make_node(b, dir, name);
}

/* --- mounts ----------------------------------------------------------------
 */

/* The source of a place as a detached copy of its mount. */
static int clone_source(const builder *b, const cs_plan_place *p,
                        bool *directory) {
  assert(directory);
  const char *path = cs_plan_text(b->plan, p->source);
  struct stat s;
  CS_AUTO_FD
  int found = -1;
  if (p->ready) { /* made by somebody with the right to */
    if (fstat(p->fd, &s) != 0) return -1;
    *directory = S_ISDIR(s.st_mode);
    return fcntl(p->fd, F_DUPFD_CLOEXEC, 0);
  }
  while (*path == '/') path++;
  found = cs_mnt_find(b->old, *path ? path : ".", O_PATH,
                      RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS);
  if (found < 0 || fstat(found, &s) != 0) return -1;
  /* redteam: D18 - what the host opened is what we mount, or nothing. Either
   * the descriptor of the host or the numbers it noted say what was meant. */
  struct stat meant = {.st_dev = p->dev, .st_ino = p->ino};
  if (p->fd >= 0 && fstat(p->fd, &meant) != 0) return -1;
  if (meant.st_ino && (meant.st_dev != s.st_dev || meant.st_ino != s.st_ino)) {
    errno = ESTALE;
    return -1;
  }
  *directory = S_ISDIR(s.st_mode);
  return cs_mnt_copy(found, true);
}

/* Restricted while it still hangs nowhere: the program never sees it
 * writable. */
static cs_status put_bind(builder *b, const cs_plan_place *p) {
  assert(p->kind == CS_PLACE_RO || p->kind == CS_PLACE_RW);
  const char *target = cs_plan_text(b->plan, p->target);
  bool directory = false;
  /* Whatever the host's own mount allows. */
  uint64_t flags = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  if (p->kind == CS_PLACE_RO && !(b->plan->flags & CS_PLAN_NO_RO))
    flags |= MOUNT_ATTR_RDONLY;
  CS_AUTO_FD
  int mnt = clone_source(b, p, &directory);
  if (mnt < 0)
    return cs_error_os(b->err, "cannot show %.80s in the jail", target);
  if (cs_mnt_restrict(mnt, flags, true) != 0)
    return cs_error_os(b->err, "cannot restrict the mount %.80s", target);
  CS_AUTO_FD
  int at = make_target(b, target, directory);
  if (at < 0 || cs_mnt_put(mnt, at) != 0) return bad_target(b, target);
  return CS_OK;
}

/* The memory that all pooled places share, so that the limit is one of their
 * sum; it hangs in the scratch tree. */
static int mount_at(const builder *b, const char *path, int mnt) {
  assert(mnt >= 0 && path[0] != '/');
  CS_AUTO_FD
  int at = -1;
  if (mkdirat(b->scratch, path, 0755) != 0) return -1;
  at = openat(b->scratch, path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  return at < 0 ? -1 : cs_mnt_put(mnt, at);
}

/* Made when the first pooled place needs it, and only once. */
static int open_store(builder *b) {
  const cs_plan_limits *l = &b->plan->limits;
  if (b->store >= 0) return b->store;
  CS_AUTO_FD
  int memory = cs_mnt_memory(l->disk, l->inodes, "755", 0);
  if (memory < 0 || mount_at(b, "store", memory) != 0) return -1;
  return b->store = cs_steal(&memory);
}

/* A directory of its own in the store. */
static int open_share(builder *b, const char *name, unsigned mode) {
  assert(name[0] != '/');
  int store = open_store(b);
  if (store < 0 || mkdirat(store, name, (mode_t)mode) != 0) return -1;
  return openat(store, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static int open_pooled(builder *b) {
  char name[32];
  snprintf(name, sizeof name, "m%u", b->count++);
  CS_AUTO_FD
  int dir = open_share(b, name, 01777);
  CS_AUTO_FD
  int mnt = dir < 0 ? -1 : cs_mnt_copy(dir, false);
  uint64_t flags = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  if (mnt < 0 || cs_mnt_restrict(mnt, flags, false) != 0) return -1;
  return cs_steal(&mnt);
}

/* Size is a limit: what the guest writes is memory. */
static cs_status put_tmpfs(builder *b, const cs_plan_place *p) {
  assert(p->size > 0 || p->pooled);
  const char *target = cs_plan_text(b->plan, p->target);
  unsigned flags = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  CS_AUTO_FD
  int at = make_target(b, target, true);
  CS_AUTO_FD
  int mnt = p->pooled ? open_pooled(b)
                      : cs_mnt_memory(p->size, p->files, "1777", flags);
  if (at < 0 || mnt < 0 || cs_mnt_put(mnt, at) != 0)
    return bad_target(b, target);
  remember(b, mnt);
  if (strcmp(target, "/dev/shm") != 0)
    show(b, &mnt, strcmp(target, "/tmp") == 0);
  return CS_OK;
}

/* --- overlay ---------------------------------------------------------------
 */

/* Where the layer of overlay `n` is: in memory of its own, or in the store. */
static int open_layer(builder *b, const cs_plan_place *p, unsigned n) {
  char name[32];
  snprintf(name, sizeof name, "up%u", n);
  if (p->pooled) return open_share(b, name, 0755);
  CS_AUTO_FD
  int memory = cs_mnt_memory(p->size, p->files, "755", 0);
  if (memory < 0 || mount_at(b, name, memory) != 0) return -1;
  return cs_steal(&memory);
}

/* A directory of the host that keeps what is written; it hangs in the scratch
 * tree until its overlay is made. */
static cs_status put_layer(builder *b, const cs_plan_place *p) {
  assert(p->kind == CS_PLACE_LAYER);
  char name[32];
  bool directory = false;
  b->layer = (int)b->count++;
  snprintf(name, sizeof name, "lay%d", b->layer);
  CS_AUTO_FD
  int mnt = clone_source(b, p, &directory);
  if (mnt < 0 || !directory || mount_at(b, name, mnt) != 0)
    return cs_error_os(b->err, "cannot use the layer of the sandbox");
  return CS_OK;
}

/* The directories of an overlay's layer: those that a place before gave, or new
 * ones in memory. `upper` and `work` become paths in the scratch tree. */
static bool find_layer(builder *b, const cs_plan_place *p, unsigned n,
                       char upper[48], char work[48]) {
  const char *where = p->pooled ? "/store" : "";
  if (b->layer >= 0) {
    snprintf(upper, 48, "/lay%d/u", b->layer);
    snprintf(work, 48, "/lay%d/w", b->layer);
    b->layer = -1;
    return true;
  }
  snprintf(upper, 48, "%s/up%u/u", where, n);
  snprintf(work, 48, "%s/up%u/w", where, n);
  CS_AUTO_FD
  int memory = open_layer(b, p, n);
  return memory >= 0 && mkdirat(memory, "u", 0755) == 0 &&
         mkdirat(memory, "w", 0755) == 0;
}

/* Overlayfs takes its layers by path: they hang in the scratch tree while it
 * looks, under names of ours. */
static int open_overlay(builder *b, int lower, const cs_plan_place *p) {
  assert(lower >= 0);
  char low[32], upper[48], work[48];
  unsigned n = b->count++;
  snprintf(low, sizeof low, "low%u", n);
  if (!find_layer(b, p, n, upper, work) || mount_at(b, low, lower) != 0)
    return -1;
  char from[40];
  snprintf(from, sizeof from, "/%s", low);
  /* redteam: D07 - no redirects and no metacopy, whatever attributes say. */
  const char *options[] = {"lowerdir", from,  "upperdir",  upper,
                           "workdir",  work,  "userxattr", "",
                           "xino",     "off", NULL};
  return cs_mnt_new("overlay", options, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

static cs_status put_overlay(builder *b, const cs_plan_place *p) {
  assert(p->kind == CS_PLACE_OVERLAY);
  const char *target = cs_plan_text(b->plan, p->target);
  bool directory = false;
  CS_AUTO_FD
  int lower = clone_source(b, p, &directory);
  if (lower < 0)
    return cs_error_os(b->err, "cannot show %.80s in the jail", target);
  if (!directory)
    return cs_error_set(b->err, CS_EINVAL,
                        "%.80s is a file: an overlay needs a directory",
                        target);
  struct stat s;
  if (fstat(lower, &s) != 0 ||
      cs_mnt_restrict(lower, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV, true) != 0)
    return bad_target(b, target);
  CS_AUTO_FD
  int mnt = open_overlay(b, lower, p);
  if (mnt < 0)
    return cs_error_os(b->err, "the kernel refused an overlay at %.80s",
                       target);
  CS_AUTO_FD
  int at = make_target(b, target, true);
  if (at < 0 || cs_mnt_put(mnt, at) != 0) return bad_target(b, target);
  show(b, &mnt, false);
  return CS_OK;
}

/* --- a writable root ------------------------------------------------------
 */

/* What lies below the root: the tree of an image, or what was made so far. */
static int open_lower(builder *b, const cs_plan_place *p) {
  assert(p->kind == CS_PLACE_ROOT);
  bool directory = false;
  if (p->fd < 0) return cs_mnt_copy(b->new, false);
  CS_AUTO_FD
  int tree = clone_source(b, p, &directory);
  if (tree < 0 || directory) return cs_steal(&tree);
  errno = ENOTDIR;
  return -1;
}

/* From here on targets are made in the overlay, so in the layer that belongs to
 * the sandbox. */
static cs_status put_root(builder *b, const cs_plan_place *p) {
  unsigned flags = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID;
  CS_AUTO_FD
  int lower = open_lower(b, p);
  if (lower < 0 || cs_mnt_restrict(lower, flags, true) != 0)
    return cs_error_os(b->err, "cannot use the tree of the image");
  CS_AUTO_FD
  int mnt = open_overlay(b, lower, p);
  if (mnt < 0)
    return cs_error_os(b->err, "the kernel refused an overlay as the root");
  if (cs_mnt_put(mnt, b->new) != 0) return bad_target(b, "/");
  cs_cleanup_fd(&b->new);
  b->new = open("/new", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (b->new < 0) return bad_target(b, "/");
  remember(b, b->new);
  b->image = true;
  return CS_OK;
}

/* --- /dev and /proc --------------------------------------------------------
 */

/* Five nodes of the host, bound; not made: a user namespace may not make any. A
 * device that is missing or is not what its name says ends the jail: programs
 * trust /dev/urandom. */
static cs_status put_dev(builder *b, const cs_plan_place *p) {
  static const char *const nodes[] = {"null", "zero", "full", "random",
                                      "urandom"};
  static const char *const links[][2] = {
      {"/proc/self/fd", "fd"},
      {"/proc/self/fd/0", "stdin"},
      {"/proc/self/fd/1", "stdout"},
      {"/proc/self/fd/2", "stderr"},
  };
  const char *target = cs_plan_text(b->plan, p->target);
  CS_AUTO_FD
  int at = make_target(b, target, true);
  if (at < 0) return bad_target(b, target);
  if (b->image) { /* a directory in memory, whatever the image has there */
    unsigned flags = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;
    CS_AUTO_FD
    int fresh = cs_mnt_memory(64 << 10, 64, "755", flags);
    if (fresh < 0 || cs_mnt_put(fresh, at) != 0) return bad_target(b, target);
    remember(b, fresh);
    cs_cleanup_fd(&at);
    at = make_target(b, target, true);
    if (at < 0) return bad_target(b, target);
  }
  for (size_t i = 0; i < 4; i++)
    if (symlinkat(links[i][0], at, links[i][1]) != 0)
      return bad_target(b, links[i][0]);
  for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
    char path[32];
    struct stat s;
    snprintf(path, sizeof path, "dev/%s", nodes[i]);
    CS_AUTO_FD
    int node = cs_mnt_find(b->old, path, O_PATH | O_NOFOLLOW,
                           RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS);
    /* redteam: E12 - memory devices (major 1) and nothing else. */
    if (node < 0 || fstat(node, &s) != 0 || !S_ISCHR(s.st_mode) ||
        s.st_rdev >> 8 != 1)
      return cs_error_os(b->err, "the host's /dev/%s is not usable", nodes[i]);
    CS_AUTO_FD
    int mnt = cs_mnt_copy(node, false);
    snprintf(path, sizeof path, "/dev/%s", nodes[i]);
    CS_AUTO_FD
    int here = make_target(b, path, false);
    if (mnt < 0 || here < 0 ||
        cs_mnt_restrict(mnt, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC, false) != 0)
      return bad_target(b, path);
    if (cs_mnt_put(mnt, here) != 0) return bad_target(b, path);
    if (i == 0) b->null = cs_steal(&mnt);
  }
  return CS_OK;
}

/* redteam: E11 - no program runs as root, and /proc is read-only; these would
 * be worst if a file mode were ever wrong, or tell about other users. */
static const char *const masks[] = {
    "acpi",  "asound",    "cmdline",     "interrupts",    "kallsyms",
    "kcore", "key-users", "keys",        "kmsg",          "latency_stats",
    "locks", "scsi",      "sched_debug", "sysrq-trigger", "timer_list"};

/* The cover itself; the first empty directory is what others are copies of. */
static int open_mask(const builder *b, bool directory) {
  unsigned flags = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC |
                   MOUNT_ATTR_RDONLY;
  if (directory && b->empty < 0) return cs_mnt_memory(4096, 0, "555", flags);
  return cs_mnt_copy(directory ? b->empty : b->null, false);
}

static cs_status mask(builder *b, int proc, const char *path) {
  assert(proc >= 0);
  struct stat s;
  CS_AUTO_FD
  int at = cs_mnt_find(proc, path, O_PATH | O_NOFOLLOW,
                       RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
  if (at < 0 || fstat(at, &s) != 0) return CS_OK; /* this kernel has none */
  CS_AUTO_FD
  int cover = open_mask(b, S_ISDIR(s.st_mode));
  if (cover < 0 || cs_mnt_put(cover, at) != 0)
    return cs_error_os(b->err, "cannot hide /proc/%s", path);
  if (S_ISDIR(s.st_mode) && b->empty < 0) b->empty = cs_steal(&cover);
  return CS_OK;
}

/* A fresh procfs; `*few`: with processes only. */
static int open_proc(const builder *b, bool *few) {
  static const char *const all[] = {NULL};
  static const char *const subset[] = {"subset", "pid", NULL};
  unsigned flags = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC;
  *few = b->plan->flags & CS_PLAN_SUBSET;
  int mnt = *few ? -1 : cs_mnt_new("proc", all, flags);
  if (mnt >= 0) return mnt;
  *few = true; /* a container hides part of its own: processes only, then */
  return cs_mnt_new("proc", subset, flags);
}

/* Two mounts of it, one over the other: the program sees the upper one, which
 * is read-only and has masks; through the lower one its user is mapped, by a
 * descriptor that nobody else gets.  (A mount that hangs nowhere would do, but
 * closing one waits for all processors.) */
static cs_status put_proc(builder *b, const cs_plan_place *p) {
  assert(b->procfs < 0);
  const char *target = cs_plan_text(b->plan, p->target);
  bool few;
  CS_AUTO_FD
  int mnt = open_proc(b, &few);
  if (mnt < 0) return cs_error_os(b->err, "no fresh /proc");
  /* redteam: E13 - it is the kernel's, whatever was mounted before. */
  struct statfs f;
  if (fstatfs(mnt, &f) != 0 || f.f_type != PROC_SUPER_MAGIC)
    return cs_error_set(b->err, CS_EOS, "/proc is no procfs");
  CS_AUTO_FD
  int at = make_target(b, target, true);
  if (at < 0 || cs_mnt_put(mnt, at) != 0) return bad_target(b, target);
  b->procfs = cs_steal(&mnt);
  /* A zygote's stays whole: the kernel lets nobody mount a procfs who sees
   * only part of one. */
  if (b->plan->flags & (CS_PLAN_ZYGOTE | CS_PLAN_NO_MASKS)) return CS_OK;
  CS_AUTO_FD
  int seen = cs_mnt_copy(b->procfs, false);
  if (seen < 0 || cs_mnt_restrict(seen, MOUNT_ATTR_RDONLY, false) != 0 ||
      cs_mnt_put(seen, at) != 0)
    return bad_target(b, target);
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && !few && i < sizeof masks / sizeof *masks;
       i++)
    st = mask(b, seen, masks[i]);
  return st;
}

/* --- the rest --------------------------------------------------------------
 */

/* A new file with the bytes of a place; -1 with errno. */
static int write_file(const builder *b, const cs_plan_place *p, int dir,
                      const char *name) {
  assert(p->kind == CS_PLACE_FILE);
  const char *data = cs_plan_text(b->plan, p->source);
  CS_AUTO_FD
  int fd = openat(dir, name,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0555);
  for (size_t done = 0; fd >= 0 && done < p->size;) {
    ssize_t n = write(fd, data + done, p->size - done);
    if (n <= 0) return -1;
    done += (size_t)n;
  }
  return cs_steal(&fd);
}

/* In a root that can be written it is a read-only mount of a file of ours. */
static cs_status bind_file(builder *b, const cs_plan_place *p) {
  const char *target = cs_plan_text(b->plan, p->target);
  unsigned flags = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID;
  char name[32];
  snprintf(name, sizeof name, "file%u", b->count++);
  CS_AUTO_FD
  int fd = write_file(b, p, b->scratch, name);
  CS_AUTO_FD
  int mnt = fd < 0 ? -1 : cs_mnt_copy(fd, false);
  CS_AUTO_FD
  int at = mnt < 0 ? -1 : make_target(b, target, false);
  if (at < 0 || cs_mnt_restrict(mnt, flags, false) != 0 ||
      cs_mnt_put(mnt, at) != 0)
    return bad_target(b, target);
  return CS_OK;
}

/* Before there is an overlay the file is written into our own tree. */
static cs_status put_file(builder *b, const cs_plan_place *p) {
  const char *target = cs_plan_text(b->plan, p->target), *last;
  if (b->image) return bind_file(b, p);
  CS_AUTO_FD
  int dir = make_parent(b, target, &last);
  CS_AUTO_FD
  int fd = dir < 0 ? -1 : write_file(b, p, dir, last);
  return fd < 0 ? bad_target(b, target) : CS_OK;
}

/* The target of a link is not resolved here: it means what it means inside. */
static cs_status put_link(const builder *b, const cs_plan_place *p) {
  const char *target = cs_plan_text(b->plan, p->target), *last;
  CS_AUTO_FD
  int dir = make_parent(b, target, &last);
  if (dir < 0 || symlinkat(cs_plan_text(b->plan, p->source), dir, last) != 0)
    return bad_target(b, target);
  return CS_OK;
}

/* An empty directory; what is mounted there comes later. */
static cs_status put_dir(const builder *b, const cs_plan_place *p) {
  const char *target = cs_plan_text(b->plan, p->target);
  CS_AUTO_FD
  int at = make_target(b, target, true);
  return at < 0 ? bad_target(b, target) : CS_OK;
}

static cs_status put(builder *b, const cs_plan_place *p) {
  switch ((cs_plan_kind)p->kind) {
    case CS_PLACE_DIR: return put_dir(b, p);
    case CS_PLACE_LINK: return put_link(b, p);
    case CS_PLACE_FILE: return put_file(b, p);
    case CS_PLACE_RO:
    case CS_PLACE_RW: return put_bind(b, p);
    case CS_PLACE_OVERLAY: return put_overlay(b, p);
    case CS_PLACE_TMPFS: return put_tmpfs(b, p);
    case CS_PLACE_PROC: return put_proc(b, p);
    case CS_PLACE_DEV: return put_dev(b, p);
    case CS_PLACE_LAYER: return put_layer(b, p);
    case CS_PLACE_ROOT: return put_root(b, p);
    case CS_PLACE_HIDE:
    case CS_PLACE_FREEZE:
    case CS_PLACE_PIN: return cs_cover_put(b->new, b->plan, p, b->err);
  }
  return cs_error_set(b->err, CS_EINVAL, "unknown kind of place");
}

/* Is the target of place `n` inside of one that the caller mounted before? What
 * the host opened has a descriptor; system directories have none. */
static bool is_nested(const cs_plan *plan, uint32_t n) {
  assert(n < plan->nplaces);
  const cs_plan_place *p = cs_plan_places(plan);
  const char *target = cs_plan_text(plan, p[n].target);
  for (uint32_t i = 0; i < n; i++) {
    const char *outer = cs_plan_text(plan, p[i].target);
    size_t len = strlen(outer);
    if (p[i].kind == CS_PLACE_ROOT || p[i].kind == CS_PLACE_LAYER) continue;
    if (p[i].fd >= 0 && strncmp(target, outer, len) == 0 && target[len] == '/')
      return true;
  }
  return false;
}

/* The scratch tmpfs becomes "/", what was there "/old". */
static cs_status open_scratch(builder *b) {
  assert(b->scratch < 0 && b->old < 0 && b->new < 0);
  /* Nothing we mount is seen outside, nothing of outside arrives here. */
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    return cs_error_os(b->err, CS_CONTROL_NO_MOUNTS);
  static const char *const spots[] = {"/tmp", "/var", "/usr", "/mnt"};
  /* Any directory that exists will do: it is only a place to hang the scratch
   * tree on until pivot_root. */
  size_t i = 0;
  while (i < 4 &&
         mount("tmpfs", spots[i], "tmpfs", MS_NOSUID | MS_NODEV, TREE_MAX) != 0)
    i++;
  if (i == 4) return cs_error_os(b->err, "cannot mount a tmpfs");
  if (chdir(spots[i]) != 0 || mkdir("old", 0755) != 0 ||
      mkdir("new", 0755) != 0 || syscall(SYS_pivot_root, ".", "old") != 0 ||
      chdir("/") != 0)
    return cs_error_os(b->err, "cannot change the root");
  if (mount("tmpfs", "/new", "tmpfs", MS_NOSUID | MS_NODEV, TREE_MAX) != 0)
    return cs_error_os(b->err, "cannot mount the new root");
  b->scratch = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  b->old = open("/old", O_PATH | O_DIRECTORY | O_CLOEXEC);
  b->new = open("/new", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (b->scratch < 0 || b->old < 0 || b->new < 0)
    return cs_error_os(b->err, "cannot open the new root");
  remember(b, b->new);
  return CS_OK;
}

/* pivot_root onto itself stacks the old root over the new one, where it is
 * unmounted: no directory is needed for it. */
static cs_status enter(const builder *b) {
  assert(b->new >= 0);
  if (fchdir(b->new) != 0 || syscall(SYS_pivot_root, ".", ".") != 0 ||
      umount2(".", MNT_DETACH) != 0 || chdir("/") != 0)
    return cs_error_os(b->err, "cannot enter the new root");
  struct mount_attr ro = {.attr_set = MOUNT_ATTR_RDONLY};
  if (b->plan->flags & (CS_PLAN_NO_RO | CS_PLAN_ROOT_RW)) return CS_OK;
  if (mount_setattr(AT_FDCWD, "/", 0, &ro, sizeof ro) != 0)
    return cs_error_os(b->err, "cannot make the root read-only");
  return CS_OK;
}

/* procfs is not among them: it is the caller's. */
static void close_all(const builder *b) {
  cs_cleanup_fd(&b->old);
  cs_cleanup_fd(&b->new);
  cs_cleanup_fd(&b->scratch);
  cs_cleanup_fd(&b->null);
  cs_cleanup_fd(&b->empty);
  cs_cleanup_fd(&b->store);
}

cs_status cs_root_build(const cs_plan *plan, int *procfs, cs_root_shown *shown,
                        cs_error *err) {
  assert(procfs && plan->nplaces > 0);
  builder b = {.plan = plan,
               .shown = shown,
               .old = -1,
               .new = -1,
               .scratch = -1,
               .null = -1,
               .empty = -1,
               .store = -1,
               .procfs = -1,
               .layer = -1,
               .err = err};
  umask(0);
  cs_status st = open_scratch(&b);
  const cs_plan_place *p = cs_plan_places(plan);
  for (uint32_t i = 0; st == CS_OK && i < plan->nplaces; i++) {
    b.nested = is_nested(plan, i);
    st = put(&b, &p[i]);
  }
  if (st == CS_OK) st = enter(&b);
  umask(022);
  close_all(&b);
  if (st != CS_OK) cs_cleanup_fd(&b.procfs);
  *procfs = st == CS_OK ? b.procfs : -1;
  return st;
}

/* In the host's tree: what was opened there, as mounts. */
static cs_status fetch_all(cs_plan *plan, cs_error *err) {
  cs_plan_place *p = (cs_plan_place *)(void *)((char *)plan + plan->places);
  CS_AUTO_FD
  int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  builder b = {.plan = plan, .old = root, .err = err};
  for (uint32_t i = 0; i < plan->nplaces; i++) {
    bool directory;
    if (p[i].fd < 0 || p[i].ready) continue;
    int mnt = clone_source(&b, &p[i], &directory);
    if (mnt < 0)
      return cs_error_os(err, "cannot show %.80s in the jail",
                         cs_plan_text(plan, p[i].target));
    p[i].fd = mnt;
    p[i].ready = 1;
  }
  return CS_OK;
}

/* Threads share a mount namespace with nobody here: this process has one. */
cs_status cs_root_fetch(cs_plan *plan, int host, cs_error *err) {
  assert(host >= 0);
  CS_AUTO_FD
  int own = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  if (own < 0 || setns(host, CLONE_NEWNS) != 0)
    return cs_error_os(err, "cannot reach the tree of the host");
  cs_status st = fetch_all(plan, err);
  if (setns(own, CLONE_NEWNS) == 0) return st;
  return cs_error_os(err, "cannot leave the tree of the host");
}

cs_status cs_root_renew(const cs_plan *plan, int *procfs, cs_root_shown *shown,
                        cs_error *err) {
  builder b = {.plan = plan,
               .shown = shown,
               .old = -1,
               .new = -1,
               .scratch = -1,
               .null = -1,
               .empty = -1,
               .store = -1,
               .procfs = -1,
               .layer = -1,
               .over = true,
               .err = err};
  cs_status st = CS_OK;
  b.null = open("/dev/null", O_PATH | O_CLOEXEC);
  const cs_plan_place *p = cs_plan_places(plan);
  for (uint32_t i = 0; st == CS_OK && i < plan->nplaces; i++)
    if (p[i].kind == CS_PLACE_TMPFS || p[i].kind == CS_PLACE_PROC)
      st = put(&b, &p[i]);
  close_all(&b);
  if (st != CS_OK) cs_cleanup_fd(&b.procfs);
  *procfs = st == CS_OK ? b.procfs : -1;
  return st;
}
