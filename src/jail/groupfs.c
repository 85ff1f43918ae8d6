/*
 * groupfs.c - finding the place for the groups of jails.
 *
 * Paths come from /proc/self/cgroup, written by the kernel, and are cut at
 * PATH_ROOM; a longer one is a group that we do not find, which means no
 * groups.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/groupfs.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

#define PATH_ROOM 2048
#define PASSES    16
#define ABOVE_MAX 64 /* generations */

/* --- small files --------------------------------------------------------- */

/* `out` is a text afterwards in any case; an empty file is no failure. */
bool cs_groupfs_read(int dir, const char *path, char *out, size_t room) {
  assert(room > 0);
  CS_AUTO_FD
  int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, out, room - 1);
  out[n > 0 ? n : 0] = 0;
  return n >= 0;
}

/* One write: the kernel takes such a file as a whole. */
bool cs_groupfs_write(int dir, const char *path, const char *text) {
  assert(text[0]);
  CS_AUTO_FD
  int fd = openat(dir, path, O_WRONLY | O_CLOEXEC);
  size_t n = strlen(text);
  return fd >= 0 && write(fd, text, n) == (ssize_t)n;
}

/* "cpu" is not in "cpuset memory". */
bool cs_groupfs_has_word(const char *text, const char *word) {
  assert(word[0]);
  size_t n = strlen(word);
  for (const char *at = text; (at = strstr(at, word)); at += n)
    if ((at == text || at[-1] == ' ') && strchr(" \n", at[n])) return true;
  return false;
}

/* Lines are "ID:CONTROLLERS:PATH"; version 2 has an empty list. */
bool cs_groupfs_own(const char *controller, char *out, size_t room) {
  assert(room > 0);
  char text[4096];
  if (!cs_groupfs_read(AT_FDCWD, "/proc/self/cgroup", text, sizeof text))
    return false;
  char *save = NULL;
  for (char *line = strtok_r(text, "\n", &save); line;
       line = strtok_r(NULL, "\n", &save)) {
    char *list = strchr(line, ':');
    char *path = list ? strchr(list + 1, ':') : NULL;
    if (!path) continue;
    *path++ = 0;
    char *rest = NULL;
    /* "0::/path" is the line of version 2. */
    bool found = *controller == 0 && list[1] == 0;
    for (char *c = strtok_r(list + 1, ",", &rest); c && !found;
         c = strtok_r(NULL, ",", &rest))
      found = strcmp(c, controller) == 0;
    if (!found) continue;
    snprintf(out, room, "%s", strcmp(path, "/") == 0 ? "" : path);
    return true;
  }
  return false;
}

int cs_groupfs_open(const char *mount, const char *path) {
  char full[PATH_ROOM + 128];
  snprintf(full, sizeof full, "%s%s", mount, path);
  return open(full, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* --- moving aside -------------------------------------------------------- */

static pid_t parent_of(pid_t pid) {
  char path[48], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  if (!cs_groupfs_read(AT_FDCWD, path, text, sizeof text)) return 0;
  const char *at = strrchr(text, ')'); /* names can have anything in them */
  return at && strlen(at) > 4 ? (pid_t)strtol(at + 4, NULL, 10) : 0;
}

/* Is it this process or below it? At most ABOVE_MAX generations up. */
static bool is_ours(pid_t pid) {
  const pid_t self = getpid();
  for (int i = 0; pid > 1 && pid != self && i < ABOVE_MAX; i++)
    pid = parent_of(pid);
  return pid == self;
}

/* Move every process of `dir` to the file `into`, or only count them (NULL);
 * -1: somebody else's is among them, or cannot be moved. A list longer than the
 * buffer is more than we would move. */
static int move_all(int dir, const char *into) {
  char text[4096], *save = NULL;
  int n = 0;
  if (!cs_groupfs_read(dir, "cgroup.procs", text, sizeof text) ||
      strlen(text) == sizeof text - 1)
    return -1;
  for (char *p = strtok_r(text, "\n", &save); p;
       p = strtok_r(NULL, "\n", &save)) {
    if (!is_ours((pid_t)strtol(p, NULL, 10))) return -1;
    if (!into || cs_groupfs_write(dir, into, p))
      n++;
    else if (errno != ESRCH)
      return -1;
  }
  return n;
}

/* A group that somebody has moved to: the one above it is meant for jails. */
static bool is_aside(const char *path) {
  const char *last = strrchr(path, '/');
  size_t n = strlen(path);
  return last && strncmp(last, "/caisson-", 9) == 0 && n > 5 &&
         strcmp(path + n - 5, "-host") == 0;
}

/* Other threads may make jails meanwhile: until nobody is left. A group may
 * have processes or limited groups below it, not both: whoever sits in the way
 * is moved to a group of its own. */
static bool move_aside(int dir) {
  char name[48], into[64];
  snprintf(name, sizeof name, "caisson-%d-host", (int)getpid());
  snprintf(into, sizeof into, "%s/cgroup.procs", name);
  int moved = move_all(dir, NULL);
  if (moved < 0 || (mkdirat(dir, name, 0755) != 0 && errno != EEXIST))
    return false;
  for (int pass = 0; moved > 0 && pass < PASSES; pass++)
    moved = move_all(dir, into);
  return moved == 0;
}

/* --- version 2 ----------------------------------------------------------- */

static bool has_controllers(int dir, const char *file) {
  char text[512];
  return cs_groupfs_read(dir, file, text, sizeof text) &&
         cs_groupfs_has_word(text, "memory") &&
         cs_groupfs_has_word(text, "pids");
}

static bool may_make(int dir) {
  return faccessat(dir, ".", W_OK, AT_EACCESS) == 0 &&
         faccessat(dir, "cgroup.procs", W_OK, AT_EACCESS) == 0;
}

/* Groups below get controllers; false: those that must be there cannot. */
static bool enable(int dir, bool cpu) {
  static const char control[] = "cgroup.subtree_control";
  char text[512];
  if (!has_controllers(dir, control) &&
      (!cs_groupfs_write(dir, control, "+memory +pids") ||
       !has_controllers(dir, control)))
    return false;
  if (cpu && cs_groupfs_read(dir, control, text, sizeof text) &&
      !cs_groupfs_has_word(text, "cpu"))
    (void)cs_groupfs_write(dir, control, "+cpu");
  return true;
}

static bool is_limit(int dir, const char *file) {
  char text[64];
  return cs_groupfs_read(dir, file, text, sizeof text) && text[0] &&
         strncmp(text, "max", 3) != 0;
}

/* What is made above this group would be out of its limits. */
static bool is_limited(int dir) {
  return is_limit(dir, "memory.max") || is_limit(dir, "memory.high") ||
         is_limit(dir, "cpu.max");
}

/* Why groups cannot be made here; NULL: they can. The text is the beginning of
 * a sentence that ends with the group's path. */
static const char *refusal(int dir, bool may_move, bool cpu) {
  assert(dir >= 0);
  if (!may_make(dir)) return "this user may not make groups in";
  if (!has_controllers(dir, "cgroup.controllers"))
    return "memory and pids are not delegated to";
  if (enable(dir, cpu) || (may_move && move_aside(dir) && enable(dir, cpu)))
    return NULL;
  return "there are other processes in";
}

/* This group, or the next one above that can be used. Never above a group with
 * limits: there ours would be outside of them. */
static int climb(const char *mount, char path[PATH_ROOM], bool cpu,
                 char why[160]) {
  assert(path[0] == 0 || path[0] == '/');
  /* Up one level each time, until a group can be used or the top is reached. */
  for (bool own = true;; own = false) {
    CS_AUTO_FD
    int dir = cs_groupfs_open(mount, path);
    if (dir < 0) return -1;
    const char *because = refusal(dir, own && !is_aside(path), cpu);
    if (!because) return cs_steal(&dir);
    if (own) snprintf(why, 160, "%s %.100s", because, *path ? path : "/");
    char *slash = strrchr(path, '/');
    if (!slash || is_limited(dir)) return -1;
    *slash = 0;
  }
}

int cs_groupfs_open_v2(bool cpu, char why[160]) {
  static const char *const mounts[] = {"/sys/fs/cgroup",
                                       "/sys/fs/cgroup/unified"};
  char path[PATH_ROOM];
  why[0] = 0;
  for (int i = 0; i < 2; i++) {
    if (!cs_groupfs_own("", path, sizeof path)) return -1;
    CS_AUTO_FD
    int top = cs_groupfs_open(mounts[i], "");
    if (top < 0 || faccessat(top, "cgroup.controllers", F_OK, 0) != 0) continue;
    return climb(mounts[i], path, cpu, why);
  }
  return -1;
}
