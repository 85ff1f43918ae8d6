/*
 * files.c - file operations inside of a sandbox, done by the helper itself.
 *
 * No function here checks whether a path may be touched: the walls around this
 * process do. That is the point of running it inside. Bounds are for memory and
 * time only: PATHS_MAX entries, WATCH_MAX directories, REMOVE_MAX steps.
 *
 * Results are errno values, 0 for success; output is flushed as it is made, so
 * the host must expect an error after part of a listing.
 *
 * Why in C and not with the programs of an image: an image may have none, and
 * those it has may be the guest's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/files.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

#define CHUNK      65536
#define PATHS_MAX  100000 /* entries of one listing */
#define WATCH_MAX  1024   /* directories of one watch */
#define REMOVE_MAX 1000000

/* `flags` may be NULL: no flag. */
static bool has(const char *flags, char c) {
  return flags && strchr(flags, c) != NULL;
}

/* --- bytes --------------------------------------------------------------- */

/* Standard output is a pipe of the host's, which reads until the end. */
static int put(const void *data, size_t n) {
  for (const char *p = data; n > 0;) {
    ssize_t k = write(1, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return errno;
    p += k;
    n -= (size_t)k;
  }
  return 0;
}

/* Regular files only: a fifo or device of the guest's could make us wait. */
static int read_file(const char *path, const char *from, const char *length) {
  static char data[CHUNK];
  off_t at = (off_t)strtoull(from, NULL, 10);
  uint64_t left = strtoull(length, NULL, 10);
  struct stat s;
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &s) != 0) return errno;
  if (S_ISDIR(s.st_mode)) return EISDIR;
  if (!S_ISREG(s.st_mode)) return EINVAL;
  while (left > 0) {
    ssize_t n = pread(fd, data, left < CHUNK ? (size_t)left : CHUNK, at);
    if (n < 0) return errno;
    if (n == 0) break;
    int problem = put(data, (size_t)n);
    if (problem) return problem;
    at += n;
    left -= (uint64_t)n;
  }
  return 0;
}

static int copy_input(int to) {
  static char data[CHUNK];
  for (;;) {
    ssize_t n = read(0, data, sizeof data);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : 0;
    for (ssize_t done = 0; done < n;) {
      ssize_t k = write(to, data + done, (size_t)(n - done));
      if (k < 0) return errno;
      done += k;
    }
  }
}

/* --- directories --------------------------------------------------------- */

/* Parents that exist, or lie on something read-only, are fine. */
static int make_parents(const char *path) {
  assert(path[0]);
  char part[PATH_MAX];
  if (strlen(path) >= sizeof part) return ENAMETOOLONG;
  for (const char *slash = strchr(path + 1, '/'); slash;
       slash = strchr(slash + 1, '/')) {
    memcpy(part, path, (size_t)(slash - path));
    part[slash - path] = 0;
    if (mkdir(part, 0755) != 0 && errno != EEXIST && errno != EROFS)
      return errno;
  }
  return 0;
}

/* `mode` is octal digits; none: 755. mkdir's mode is cut by the umask, so it is
 * set once more. */
static int make_dir(const char *path, const char *flags, const char *mode) {
  struct stat s;
  int problem = has(flags, 'p') ? make_parents(path) : 0;
  mode_t bits = *mode ? (mode_t)(strtoul(mode, NULL, 8) & 0777) : 0755;
  if (problem) return problem;
  if (mkdir(path, bits) == 0) return chmod(path, bits) == 0 ? 0 : errno;
  problem = errno;
  bool there = has(flags, 'p') && stat(path, &s) == 0 && S_ISDIR(s.st_mode);
  return there ? 0 : problem;
}

/* In the place of a file or link, never of a directory. */
static int make_link(const char *path, const char *target) {
  struct stat s;
  if (symlink(target, path) == 0) return 0;
  if (errno != EEXIST || lstat(path, &s) != 0) return errno;
  if (S_ISDIR(s.st_mode)) return EISDIR;
  if (unlink(path) != 0) return errno;
  return symlink(target, path) == 0 ? 0 : errno;
}

/* --- writing: whole or not at all ---------------------------------------- */

/* For what cannot be replaced by rename: appending, devices, new files. */
static int write_over(const char *path, int flags, mode_t mode) {
  CS_AUTO_FD
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | flags, mode);
  return fd < 0 ? errno : copy_input(fd);
}

/* A temporary file beside the target, then rename: readers see the old bytes or
 * the new ones. */
static int write_new(const char *path, mode_t mode) {
  char temp[PATH_MAX];
  uint64_t id = 0;
  const char *slash = strrchr(path, '/');
  int dir = slash ? (int)(slash - path) + 1 : 0;
  (void)!getrandom(&id, sizeof id, 0);
  if (snprintf(temp, sizeof temp, "%.*s.caisson-%016llx", dir, path,
               (unsigned long long)id) >= (int)sizeof temp)
    return ENAMETOOLONG;
  CS_AUTO_FD
  int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return errno;
  int problem = copy_input(fd);
  if (!problem && fchmod(fd, mode) != 0) problem = errno;
  if (!problem && rename(temp, path) != 0) problem = errno;
  if (problem) (void)unlink(temp);
  return problem;
}

static int write_file(const char *path, const char *mode, const char *flags) {
  assert(path[0]);
  struct stat s;
  int problem = has(flags, 'p') ? make_parents(path) : 0;
  mode_t bits = *mode ? (mode_t)(strtoul(mode, NULL, 8) & 0777) : 0644;
  if (problem) return problem;
  if (has(flags, 'a')) return write_over(path, O_APPEND, bits);
  if (has(flags, 'x')) return write_over(path, O_EXCL, bits);
  if (lstat(path, &s) != 0) return write_new(path, bits);
  if (S_ISDIR(s.st_mode)) return EISDIR;
  if (!S_ISREG(s.st_mode)) return write_over(path, O_TRUNC, bits);
  return write_new(path, *mode ? bits : s.st_mode & 0777);
}

/* --- looking ------------------------------------------------------------- */

/* "o" is everything that is not a file, directory or link. */
static char letter_of(mode_t mode) {
  return S_ISREG(mode) ? 'f' : S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : 'o';
}

/* `name` is what the host is told; `path` is what is looked at. */
static int put_entry(const char *path, const char *name, bool follow) {
  char head[160], link[PATH_MAX] = "";
  struct stat s;
  if ((follow ? stat(path, &s) : lstat(path, &s)) != 0) return errno;
  if (S_ISLNK(s.st_mode)) {
    ssize_t n = readlink(path, link, sizeof link - 1);
    link[n > 0 ? n : 0] = 0;
  }
  int n =
      snprintf(head, sizeof head, "%c %lld %o %lld %u %u", letter_of(s.st_mode),
               (long long)s.st_size, (unsigned)(s.st_mode & 07777),
               (long long)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec,
               (unsigned)s.st_uid, (unsigned)s.st_gid);
  int problem = put(head, (size_t)n + 1);
  if (!problem) problem = put(name, strlen(name) + 1);
  return problem ? problem : put(link, strlen(link) + 1);
}

/* Directories that wait to be visited: paths below the first one. */
typedef struct pending {
  char **at;
  unsigned *depth;
  size_t n, next;
} pending;

static bool add_pending(pending *p, const char *path, unsigned depth) {
  assert(p->n <= PATHS_MAX && p->next <= p->n);
  if (p->n == PATHS_MAX) return false;
  if (!p->at) {
    p->at = calloc(PATHS_MAX, sizeof *p->at);
    p->depth = calloc(PATHS_MAX, sizeof *p->depth);
  }
  if (!p->at || !p->depth) return false;
  p->at[p->n] = strdup(path);
  p->depth[p->n] = depth;
  return p->at[p->n++] != NULL;
}

/* One directory; names are told relative to the first. Names that are too long
 * for a path are left out, as nobody could open them. */
static int list_one(const char *top, const char *inner, unsigned depth,
                    pending *p) {
  char dir[PATH_MAX], name[PATH_MAX], path[PATH_MAX];
  if (snprintf(dir, sizeof dir, "%s/%s", top, inner) >= (int)sizeof dir)
    return 0;
  DIR *d = opendir(dir);
  if (!d) return inner[0] ? 0 : errno;
  int problem = 0;
  for (struct dirent *e; !problem && (e = readdir(d));) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
    if (snprintf(name, sizeof name, "%s%s%s", inner, inner[0] ? "/" : "",
                 e->d_name) >= (int)sizeof name ||
        snprintf(path, sizeof path, "%s/%s", top, name) >= (int)sizeof path)
      continue;
    struct stat s;
    if (lstat(path, &s) != 0) continue; /* gone meanwhile */
    problem = put_entry(path, name, false);
    if (problem == ENOENT) problem = 0;
    if (!problem && S_ISDIR(s.st_mode) && depth > 1 &&
        !add_pending(p, name, depth - 1))
      problem = ENOMEM;
  }
  closedir(d);
  return problem;
}

/* Breadth first: a listing that ends early has the upper levels. */
static int list(const char *path, const char *depth) {
  pending p = {.n = 0};
  unsigned most = (unsigned)strtoul(depth, NULL, 10);
  int problem = list_one(path, "", most ? most : 1, &p);
  for (; !problem && p.next < p.n; p.next++)
    problem = list_one(path, p.at[p.next], p.depth[p.next], &p);
  return problem;
}

/* --- removing ------------------------------------------------------------ */

/* Empty a directory from the bottom without recursion: go down to the first
 * entry that is a directory, remove what is not. */
static int remove_tree(const char *top) {
  assert(top[0]);
  char path[PATH_MAX];
  size_t base = strlen(top);
  if (base >= sizeof path) return ENAMETOOLONG;
  memcpy(path, top, base + 1);
  for (unsigned steps = 0; steps < REMOVE_MAX; steps++) {
    DIR *d = opendir(path);
    bool down = false;
    size_t len = strlen(path);
    if (!d) return errno;
    for (struct dirent *e; !down && (e = readdir(d));) {
      if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) continue;
      if (unlinkat(dirfd(d), e->d_name, 0) == 0) continue;
      if (errno != EISDIR && errno != EPERM) {
        int problem = errno;
        closedir(d);
        return problem;
      }
      int n = snprintf(path + len, sizeof path - len, "/%s", e->d_name);
      if (n < 0 || (size_t)n >= sizeof path - len) {
        closedir(d);
        return ENAMETOOLONG;
      }
      down = true;
    }
    closedir(d);
    if (down) continue;
    if (rmdir(path) != 0) return errno;
    if (len == base) return 0;
    *strrchr(path, '/') = 0;
  }
  return E2BIG;
}

/* A link is removed itself, never what it leads to. */
static int remove_path(const char *path, const char *flags) {
  struct stat s;
  if (lstat(path, &s) != 0) return errno;
  if (!S_ISDIR(s.st_mode)) return unlink(path) == 0 ? 0 : errno;
  if (has(flags, 'r')) return remove_tree(path);
  return rmdir(path) == 0 ? 0 : errno;
}

/* --- watching ------------------------------------------------------------ */

typedef struct watched {
  int fd;
  char *dir[WATCH_MAX]; /* by number of the watch; relative to the first */
} watched;

/* More directories than WATCH_MAX are not watched; the reader of events is not
 * told, since a watch never promised more than it saw. */
static void add_watch(watched *w, const char *top, const char *inner) {
  assert(w->fd >= 0);
  char path[PATH_MAX];
  const uint32_t what = IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_MODIFY |
                        IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR;
  if (snprintf(path, sizeof path, "%s%s%s", top, inner[0] ? "/" : "", inner) >=
      (int)sizeof path)
    return;
  int wd = inotify_add_watch(w->fd, path, what);
  if (wd <= 0 || wd >= WATCH_MAX) return;
  free(w->dir[wd]);
  w->dir[wd] = strdup(inner);
}

static void watch_below(watched *w, const char *top, const char *first) {
  pending p = {.n = 0};
  (void)add_pending(&p, first, 0);
  for (; p.next < p.n; p.next++) {
    char path[PATH_MAX], name[PATH_MAX];
    add_watch(w, top, p.at[p.next]);
    snprintf(path, sizeof path, "%s/%s", top, p.at[p.next]);
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));) {
      if (e->d_type != DT_DIR || strcmp(e->d_name, ".") == 0 ||
          strcmp(e->d_name, "..") == 0)
        continue;
      const char *inner = p.at[p.next];
      if (snprintf(name, sizeof name, "%s%s%s", inner, inner[0] ? "/" : "",
                   e->d_name) < (int)sizeof name)
        (void)add_pending(&p, name, 0);
    }
    if (d) closedir(d);
  }
}

/* Words of the protocol, four in all. */
static const char *event_word(uint32_t mask) {
  if (mask & (IN_CREATE | IN_MOVED_TO)) return "create";
  if (mask & (IN_DELETE | IN_MOVED_FROM)) return "remove";
  if (mask & IN_ATTRIB) return "chmod";
  return "write";
}

/* A new directory is watched from now on; what was made in it before that is
 * missed, as with every inotify user. */
static int tell_event(watched *w, const struct inotify_event *e,
                      const char *top, bool deep) {
  char name[PATH_MAX];
  const char *dir = e->wd > 0 && e->wd < WATCH_MAX ? w->dir[e->wd] : NULL;
  if (e->mask & IN_Q_OVERFLOW) return put("overflow\0", 10);
  if (!dir || e->len == 0) return 0;
  if (snprintf(name, sizeof name, "%s%s%s", dir, dir[0] ? "/" : "", e->name) >=
      (int)sizeof name)
    return 0;
  if (deep && e->mask & IN_ISDIR && e->mask & (IN_CREATE | IN_MOVED_TO))
    watch_below(w, top, name);
  const char *word = event_word(e->mask);
  int problem = put(word, strlen(word) + 1);
  return problem ? problem : put(name, strlen(name) + 1);
}

/* Ends when standard input ends: the host closes it, or is gone. */
static int watch(const char *path, const char *flags) {
  static watched w;
  _Alignas(struct inotify_event) char data[16384];
  struct stat s;
  bool deep = has(flags, 'r');
  if (stat(path, &s) != 0) return errno;
  if (!S_ISDIR(s.st_mode)) return ENOTDIR;
  w.fd = inotify_init1(IN_CLOEXEC);
  if (w.fd < 0) return errno;
  if (deep)
    watch_below(&w, path, "");
  else
    add_watch(&w, path, "");
  int problem = put("ready\0", 7); /* the word, and an empty name */
  while (!problem) {
    struct pollfd p[] = {{.fd = w.fd, .events = POLLIN}, {.fd = 0}};
    if (poll(p, 2, -1) < 0) continue;
    if (p[1].revents) return 0;
    ssize_t n = read(w.fd, data, sizeof data);
    for (ssize_t at = 0; !problem && at < n;) {
      const struct inotify_event *e = (const void *)(data + at);
      problem = tell_event(&w, e, path, deep);
      at += (ssize_t)(sizeof *e + e->len);
    }
  }
  return problem;
}

/* --- all of it ----------------------------------------------------------- */

/* Arguments are those of files.h; a missing one is EINVAL. */
static int perform(char **argv) {
  assert(argv);
  const char *op = argv[0], *path = argv[1];
  const char *one = path ? argv[2] : NULL, *two = one ? argv[3] : NULL;
  if (strcmp(op, "probe") == 0) return 0; /* only its walls are wanted */
  if (!path || !*path) return EINVAL;
  if (strcmp(op, "read") == 0 && two) return read_file(path, one, two);
  if (strcmp(op, "write") == 0 && two) return write_file(path, one, two);
  if (strcmp(op, "stat") == 0) return put_entry(path, path, !has(one, 'l'));
  if (strcmp(op, "list") == 0 && one) return list(path, one);
  if (strcmp(op, "mkdir") == 0 && two) return make_dir(path, one, two);
  if (strcmp(op, "remove") == 0) return remove_path(path, one);
  if (strcmp(op, "rename") == 0 && one)
    return rename(path, one) == 0 ? 0 : errno;
  if (strcmp(op, "symlink") == 0 && one) return make_link(path, one);
  if (strcmp(op, "watch") == 0) return watch(path, one);
  return EINVAL;
}

/* In the place of a program: the walls are up already. */
_Noreturn void cs_files_run(char **argv) {
  int problem = perform(argv);
  _exit(problem < 0 || problem > 124 ? 124 : problem);
}
