/*
 * cgroup.c - control groups of both versions, as plain files.
 *
 * A jail has one directory per hierarchy that it needs: one in version 2, up to
 * CS_CGROUP_MAX in version 1.  `parent[i]` is the directory above it, owned,
 * and `name` what it is called in each.  Whoever opened a group removes it
 * (drop); what a killed host left is found by its number in the name and
 * removed by the next one (sweep).
 *
 * `clock`, `quota`, `pids` and `freezer` are numbers of a hierarchy plus one;
 * 0: this cannot be counted or limited here, and the report says so.
 *
 * Units: memory in bytes, shares of processors in thousandths of one, times in
 * microseconds.
 *
 * Nothing here is trusted to the guest: the jail has a cgroup namespace of its
 * own and no writable /sys. What can go wrong is the host's: no delegation,
 * another process in the way, a version 1 hierarchy that lacks a controller.
 * Then a limit is missing, never wrong, and the report and `caisson doctor` say
 * which.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/cgroup.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/groupfs.h"

/* `group` is our directory's name, `file` one of the kernel's. False with
 * errno. */
static bool write_number(int dir, const char *group, const char *file,
                         uint64_t value) {
  assert(group[0] && file[0]);
  char path[96], text[24];
  snprintf(path, sizeof path, "%s/%s", group, file);
  snprintf(text, sizeof text, "%llu", (unsigned long long)value);
  return cs_groupfs_write(dir, path, text);
}

/* The group of this process in the hierarchy of `controller`; -1: not mounted
 * where everybody mounts it. */
static int open_v1(const char *controller) {
  char path[2048], mount[64];
  if (!cs_groupfs_own(controller, path, sizeof path)) return -1;
  snprintf(mount, sizeof mount, "/sys/fs/cgroup/%s", controller);
  return cs_groupfs_open(mount, path);
}

/* --- directories ---------------------------------------------------------- */

/* Takes `parent` over, also when it fails. */
static bool make_group(cs_cgroup *g, int parent) {
  assert(g->name[0] && g->n >= 0 && g->n < CS_CGROUP_MAX);
  if (parent < 0) return false;
  if (mkdirat(parent, g->name, 0755) != 0) {
    close(parent);
    return false;
  }
  assert(g->n < CS_CGROUP_MAX);
  g->parent[g->n++] = parent;
  return true;
}

/* --- a share of the processors -------------------------------------------- */

#define PERIOD_US                                                            \
  20000                /* of the kernel's 100 ms a program would notice more \
                        */
#define QUOTA_MIN 1000 /* the kernel's */

typedef struct quota {
  uint64_t us, period; /* in each period so many */
} quota;

/* `share` is thousandths of one processor. The period grows for small shares,
 * because the kernel refuses a quota below a millisecond. */
static quota quota_of(uint32_t share) {
  assert(share > 0);
  quota q = {.period = PERIOD_US};
  if (share * q.period < QUOTA_MIN * 1000u)
    q.period = (QUOTA_MIN * 1000u + share - 1) / share;
  q.us = q.period * share / 1000;
  return q;
}

static bool write_quota(const cs_cgroup *g, int i, uint32_t share) {
  assert(i >= 0 && i < g->n);
  quota q = quota_of(share);
  char path[96], text[64];
  if (g->version == 1)
    return write_number(g->parent[i], g->name, "cpu.cfs_period_us", q.period) &&
           write_number(g->parent[i], g->name, "cpu.cfs_quota_us", q.us);
  snprintf(path, sizeof path, "%s/cpu.max", g->name);
  snprintf(text, sizeof text, "%llu %llu", (unsigned long long)q.us,
           (unsigned long long)q.period);
  return cs_groupfs_write(g->parent[i], path, text);
}

/* The number behind `key` (with its space), or the first one of the file for an
 * empty key; -1: there is none. */
static int64_t read_number(const cs_cgroup *g, int i, const char *file,
                           const char *key) {
  char path[96], text[1024];
  assert(i >= 0 && i < g->n);
  snprintf(path, sizeof path, "%s/%s", g->name, file);
  if (!cs_groupfs_read(g->parent[i], path, text, sizeof text)) return -1;
  const char *at = strstr(text, key);
  char *end = NULL;
  at = at ? at + strlen(key) : text;
  int64_t n = strtoll(at, &end, 10);
  return end == at ? -1 : n;
}

/* What the kernel has now, rounded up: somebody above us may have set less. */
uint32_t cs_cgroup_share(const cs_cgroup *g) {
  assert(g->quota <= g->n);
  char path[96], text[64], *end = NULL;
  if (!g->quota) return 0;
  int i = g->quota - 1;
  int64_t us, period;
  if (g->version == 1) {
    us = read_number(g, i, "cpu.cfs_quota_us", "");
    period = read_number(g, i, "cpu.cfs_period_us", "");
  } else {
    snprintf(path, sizeof path, "%s/cpu.max", g->name);
    if (!cs_groupfs_read(g->parent[i], path, text, sizeof text)) return 0;
    us = strtoll(text, &end, 10); /* "max" is no number */
    period = end == text ? 0 : strtoll(end, NULL, 10);
  }
  return us > 0 && period > 0 ? (uint32_t)((us * 1000 + period - 1) / period)
                              : 0;
}

bool cs_cgroup_throttled(const cs_cgroup *g) {
  return g->quota &&
         read_number(g, g->quota - 1, "cpu.stat", "nr_throttled ") > 0;
}

bool cs_cgroup_limit(cs_cgroup *g, uint32_t share) {
  assert(share > 0);
  return g->quota && write_quota(g, g->quota - 1, share);
}

/* --- life ---------------------------------------------------------------- */

/* One directory. Swap is switched off, or memory.max would be no limit; a
 * kernel without swap accounting has no such file, which is as good. A sandbox
 * keeps its first process when memory ends, so oom.group is for jails alone. */
static bool make_v2(cs_cgroup *g, const cs_cgroup_limits *l, char why[160]) {
  assert(g->n == 0 && g->name[0]);
  if (!make_group(g, cs_groupfs_open_v2(l->share, why))) return false;
  int dir = g->parent[0];
  g->version = 2;
  bool good = true;
  if (l->memory) {
    good = write_number(dir, g->name, "memory.max", l->memory);
    (void)write_number(dir, g->name, "memory.swap.max", 0);
    if (!l->sandbox) (void)write_number(dir, g->name, "memory.oom.group", 1);
  }
  if (l->processes)
    good &= write_number(dir, g->name, "pids.max", l->processes);
  if (l->share && write_quota(g, 0, l->share)) g->quota = 1;
  if (l->sandbox) g->pids = g->freezer = 1;
  return good;
}

/* Of a sandbox, whose processes join later: what else there is to have. */
static void add_v1(cs_cgroup *g, const cs_cgroup_limits *l) {
  int at = g->n;
  if (l->processes && make_group(g, open_v1("pids")) &&
      write_number(g->parent[at], g->name, "pids.max", l->processes))
    g->pids = at + 1;
  at = g->n;
  if (make_group(g, open_v1("freezer"))) g->freezer = at + 1;
}

/* Memory only, unless more is asked for: moving a process costs milliseconds in
 * version 1 (the kernel waits for all processors), and processes are counted by
 * the jail's own user namespace anyway. */
static bool make_v1(cs_cgroup *g, const cs_cgroup_limits *l) {
  assert(l);
  assert(g->n == 0 && g->name[0]);
  g->version = 1;
  bool good = !l->memory || (make_group(g, open_v1("memory")) &&
                             write_number(g->parent[0], g->name,
                                          "memory.limit_in_bytes", l->memory));
  int at = g->n;
  if (good && l->share && make_group(g, open_v1("cpu")) &&
      write_quota(g, at, l->share))
    g->quota = at + 1;
  if (good && l->sandbox) add_v1(g, l);
  return good && g->n > 0;
}

/* Closes everything; a group that is not empty stays and is swept later. */
static void drop(cs_cgroup *g) {
  assert(g->n >= 0 && g->n <= CS_CGROUP_MAX);
  for (int i = 0; i < g->n; i++) {
    (void)unlinkat(g->parent[i], g->name, AT_REMOVEDIR);
    close(g->parent[i]);
  }
  g->n = g->version = g->clock = g->quota = g->pids = g->freezer = 0;
  g->name[0] = 0;
}

/* redteam: G10 - a host that was killed left its groups: they carry its number,
 * and only empty ones can be removed. */
static void sweep(int parent) {
  int fd = openat(parent, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = fd < 0 ? NULL : fdopendir(fd);
  if (!d) {
    cs_cleanup_fd(&fd);
    return;
  }
  for (struct dirent *e; (e = readdir(d));) {
    long pid = strncmp(e->d_name, "caisson-", 8) == 0
                   ? strtol(e->d_name + 8, NULL, 10)
                   : 0;
    if (pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH)
      (void)unlinkat(parent, e->d_name, AT_REMOVEDIR);
  }
  closedir(d);
}

/* Names end in a random digit. */
static void sweep_now_and_then(const cs_cgroup *g, int i) {
  assert(g->name[0] && i < g->n);
  if (g->name[strlen(g->name) - 1] == '0') sweep(g->parent[i]);
}

/* The number of this process is in it for sweep(), 48 random bits against jails
 * of other threads. */
static bool choose_name(cs_cgroup *g) {
  uint64_t id = 0;
  if (getrandom(&id, sizeof id, 0) != (ssize_t)sizeof id) return false;
  snprintf(g->name, sizeof g->name, "caisson-%d-%llx", (int)getpid(),
           (unsigned long long)(id & 0xffffffffffff));
  return true;
}

/* "no reason" stays empty when a group can be made. `why` is set on failure
 * only. errno of the last attempt decides between "not allowed" and "not
 * there", so it is kept before drop() changes it. */
static bool make(cs_cgroup *g, const cs_cgroup_limits *l, char why[160]) {
  *g = (cs_cgroup){0};
  why[0] = 0;
  if (!choose_name(g)) return false;
  bool made = make_v2(g, l, why);
  if (!made) {
    drop(g);
    made = choose_name(g) && make_v1(g, l);
  }
  for (int i = 0; made && i < g->n; i++) sweep_now_and_then(g, i);
  if (made) return true;
  int saved = errno;
  drop(g);
  if (why[0]) return false; /* version 2 has said it */
  if (saved == EACCES || saved == EPERM || saved == EROFS)
    snprintf(why, 160, "control groups exist, but this user may not make one");
  else
    snprintf(why, 160, "no usable control groups");
  return false;
}

/* Makes a group and removes it again: what cannot be done is found here and not
 * while a program waits. */
int cs_cgroup_probe(char why[160]) {
  cs_cgroup g;
  if (!make(&g, &(cs_cgroup_limits){.memory = 64 << 20, .processes = 16}, why))
    return 0;
  int version = g.version;
  why[0] = 0;
  drop(&g);
  return version;
}

void cs_cgroup_open(cs_cgroup *g, const cs_cgroup_limits *limits) {
  char why[160];
  assert(g->n == 0); /* or nobody removes what is there */
  *g = (cs_cgroup){0};
  if (limits->memory || limits->processes || limits->share)
    (void)make(g, limits, why);
}

/* The descriptor is opened by the host, whose rights it carries into the
 * helper, which has none of them. */
static int open_door(const cs_cgroup *g, int i) {
  assert(i >= 0 && i < g->n);
  char path[96];
  snprintf(path, sizeof path, "%s/tasks", g->name);
  return g->version == 2
             ? openat(g->parent[i], g->name, O_PATH | O_DIRECTORY | O_CLOEXEC)
             : openat(g->parent[i], path, O_WRONLY | O_CLOEXEC);
}

/* All or none. */
int cs_cgroup_doors(const cs_cgroup *g, int fds[CS_CGROUP_MAX]) {
  for (int i = 0; i < g->n; i++) {
    fds[i] = open_door(g, i);
    if (fds[i] >= 0) continue;
    while (i-- > 0) close(fds[i]);
    return -1;
  }
  return g->n;
}

/* --- a jail that runs already --------------------------------------------- */

#define CROWD_MAX 8192 /* processes of one jail; policies allow 4096 */
#define PASSES    64   /* looks, with pauses of 2 s together */

typedef struct crowd {
  pid_t at[CROWD_MAX];
  size_t n;
  char text[CROWD_MAX * 8]; /* of one file */
} crowd;

/* Separators are those of cgroup.procs and of /proc/PID/children. */
static void take_numbers(char *text, crowd *c) {
  assert(c->n <= CROWD_MAX);
  char *save = NULL;
  for (char *p = strtok_r(text, " \n", &save); p;
       p = strtok_r(NULL, " \n", &save)) {
    pid_t pid = (pid_t)strtol(p, NULL, 10);
    if (pid > 0 && c->n < CROWD_MAX) c->at[c->n++] = pid;
  }
}

/* Files of numbers are longer than a page when there are many of them. */
static void take_file(int dir, const char *path, crowd *c) {
  CS_AUTO_FD
  int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
  size_t len = 0, room = sizeof c->text - 1;
  ssize_t n = 0;
  while (fd >= 0 && len < room && (n = read(fd, c->text + len, room - len)) > 0)
    len += (size_t)n;
  c->text[len] = 0;
  take_numbers(c->text, c);
}

/* Every thread has children of its own. */
static void take_children(pid_t pid, crowd *c) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *d = opendir(path);
  for (struct dirent *e; d && (e = readdir(d));) {
    char file[300];
    if (e->d_name[0] == '.') continue;
    snprintf(file, sizeof file, "%.200s/children", e->d_name);
    take_file(dirfd(d), file, c);
  }
  if (d) closedir(d);
}

static bool has_member(const crowd *c, pid_t pid) {
  for (size_t i = 0; i < c->n; i++)
    if (c->at[i] == pid) return true;
  return false;
}

#define EXITING 4 /* among the flags of a task, the kernel's PF_EXITING */

/* It is gone, waits for its parent to take note, or is on its way there: it
 * forks no more, is in no list of members and cannot be moved.  Where there are
 * threads, the first one alone may be dead. */
static bool is_leaving(pid_t pid) {
  char path[48], text[512], state;
  unsigned long flags;
  long threads;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  if (!cs_groupfs_read(AT_FDCWD, path, text, sizeof text))
    return errno == ENOENT || errno == ESRCH;
  /* Field 2 is the name in brackets; the others are counted from there. */
  const char *at = strrchr(text, ')'); /* names can have anything in them */
  if (!at || sscanf(at + 1,
                    " %c %*s %*s %*s %*s %*s %lu %*s %*s %*s %*s %*s %*s %*s "
                    "%*s %*s %*s %ld",
                    &state, &flags, &threads) != 3)
    return false;
  return (state == 'Z' || state == 'X' || flags & EXITING) && threads <= 1;
}

/* How many had to be moved, or died before they could; `-1`: one cannot be.
 * Danger of a race, and how it is met: a process that forks between the two
 * readings is found by the next pass, and what was forked inside is a member
 * already. */
static int move_trees(const cs_cgroup *g, int i, const pid_t first[2],
                      crowd *tree, crowd *inside) {
  assert(i >= 0 && i < g->n && tree != inside);
  char path[96];
  int moved = 0;
  tree->n = inside->n = 0;
  for (int k = 0; k < 2; k++)
    if (first[k] > 0) tree->at[tree->n++] = first[k];
  for (size_t k = 0; k < tree->n; k++) take_children(tree->at[k], tree);
  /* Read after them: what was forked inside meanwhile is a member. */
  snprintf(path, sizeof path, "%s/cgroup.procs", g->name);
  take_file(g->parent[i], path, inside);
  for (size_t k = 0; k < tree->n; k++) {
    pid_t pid = tree->at[k];
    if (has_member(inside, pid) || is_leaving(pid)) continue;
    if (!write_number(g->parent[i], g->name, "cgroup.procs", (uint64_t)pid) &&
        errno != ESRCH)
      return -1;
    moved++;
  }
  return moved;
}

/* Large ones with threads take a while to die. */
static void pause_between(int passes) {
  assert(passes >= 0);
  if (passes > PASSES / 8)
    nanosleep(&(struct timespec){.tv_nsec = 1000000 * passes}, NULL);
}

/* What is forked by something that was moved is inside already; what was forked
 * before is found by looking until there is nothing left to move.  Twice: one
 * whose parent dies during a look can be behind it. */
static bool gather(const cs_cgroup *g, int i, const pid_t first[2]) {
  assert(g->n > 0 && i < g->n);
  crowd *room = malloc(2 * sizeof *room);
  int moved = room ? 0 : -1, calm = 0;
  for (int pass = 0; moved >= 0 && calm < 2 && pass < PASSES; pass++) {
    pause_between(pass);
    moved = move_trees(g, i, first, &room[0], &room[1]);
    calm = moved == 0 ? calm + 1 : 0;
  }
  free(room);
  return calm == 2;
}

/* All hierarchies or false: a jail that is half inside has no limit that
 * holds. */
bool cs_cgroup_add_all(const cs_cgroup *g, const pid_t first[2]) {
  bool good = true;
  for (int i = 0; i < g->n; i++) good = good && gather(g, i, first);
  return good;
}

/* --- processor time ------------------------------------------------------ */

/* Version 2 counts it in every group, with or without a controller. Does the
 * kernel write such a file here? */
static bool has_clock(const cs_cgroup *g, int i, const char *file) {
  char path[96], text[16];
  snprintf(path, sizeof path, "%s/%s", g->name, file);
  return cs_groupfs_read(g->parent[i], path, text, sizeof text);
}

/* In version 1 the clock is a hierarchy of its own, made when somebody asks. */
bool cs_cgroup_meter(cs_cgroup *g, const pid_t first[2]) {
  if (g->clock) return true;
  if (g->version == 2 && g->n > 0) {
    if (has_clock(g, 0, "cpu.stat")) g->clock = 1;
    return true;
  }
  if (!g->name[0] && !choose_name(g)) return true;
  /* Both controllers may be in one hierarchy. */
  if (g->quota && has_clock(g, g->quota - 1, "cpuacct.usage")) {
    g->clock = g->quota;
    return true;
  }
  int at = g->n;
  if (at == CS_CGROUP_MAX || !make_group(g, open_v1("cpuacct"))) return true;
  if (g->version == 0) g->version = 1;
  sweep_now_and_then(g, at);
  if (!has_clock(g, at, "cpuacct.usage")) return true;
  if (gather(g, at, first)) g->clock = at + 1;
  return g->clock;
}

/* Nanoseconds in version 1, microseconds in version 2. */
bool cs_cgroup_time(const cs_cgroup *g, uint64_t *us) {
  char path[96], text[1024];
  if (!g->clock) return false;
  snprintf(path, sizeof path, "%s/%s", g->name,
           g->version == 2 ? "cpu.stat" : "cpuacct.usage");
  assert(g->clock <= g->n);
  if (!cs_groupfs_read(g->parent[g->clock - 1], path, text, sizeof text))
    return false;
  if (g->version == 1) {
    *us = strtoull(text, NULL, 10) / 1000;
    return true;
  }
  const char *at = strstr(text, "usage_usec ");
  if (at) *us = strtoull(at + 11, NULL, 10);
  return at;
}

/* --- sandboxes ------------------------------------------------------------ */

/* A counter of the kernel's, 0 where it has none. */
static uint64_t count_of(const cs_cgroup *g, int i, const char *file,
                         const char *key) {
  char path[96], text[1024];
  if (g->n == 0 || i < 0) return 0;
  snprintf(path, sizeof path, "%s/%s", g->name, file);
  if (!cs_groupfs_read(g->parent[i], path, text, sizeof text)) return 0;
  const char *at = strstr(text, key);
  return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

uint64_t cs_cgroup_kills(const cs_cgroup *g) {
  return count_of(g, 0,
                  g->version == 2 ? "memory.events" : "memory.oom_control",
                  "oom_kill ");
}

uint64_t cs_cgroup_refusals(const cs_cgroup *g) {
  return count_of(g, g->pids - 1, "pids.events", "max ");
}

/* A peak below the present use is one that was reset. */
bool cs_cgroup_memory(const cs_cgroup *g, uint64_t *now, uint64_t *peak) {
  const bool two = g->version == 2;
  if (g->n == 0) return false;
  *now = count_of(g, 0, two ? "memory.current" : "memory.usage_in_bytes", "");
  *peak = count_of(g, 0, two ? "memory.peak" : "memory.max_usage_in_bytes", "");
  if (*peak < *now) *peak = *now;
  return true;
}

bool cs_cgroup_freeze(const cs_cgroup *g, bool frozen) {
  assert(g->freezer <= g->n);
  char path[96];
  if (!g->freezer) return false;
  snprintf(path, sizeof path, "%s/%s", g->name,
           g->version == 2 ? "cgroup.freeze" : "freezer.state");
  const char *word = g->version == 2 ? (frozen ? "1" : "0")
                     : frozen        ? "FROZEN"
                                     : "THAWED";
  return cs_groupfs_write(g->parent[g->freezer - 1], path, word);
}

/* --- the end ------------------------------------------------------------- */

bool cs_cgroup_killed(const cs_cgroup *g) {
  char path[96], text[1024];
  if (g->n == 0) return false;
  snprintf(path, sizeof path, "%s/%s", g->name,
           g->version == 2 ? "memory.events" : "memory.oom_control");
  if (!cs_groupfs_read(g->parent[0], path, text, sizeof text)) return false;
  const char *at = strstr(text, "oom_kill ");
  return at && strtoull(at + 9, NULL, 10) > 0;
}

void cs_cgroup_close(cs_cgroup *g) {
  /* The dead leave their group when their parent has reaped them, which is a
   * moment after we know; on a busy machine a longer one. */
  int64_t pause = 500000;
  for (int i = 0; i < g->n; i++)
    for (int tries = 0; tries < 300; tries++) {
      if (unlinkat(g->parent[i], g->name, AT_REMOVEDIR) == 0 || errno != EBUSY)
        break;
      nanosleep(&(struct timespec){.tv_nsec = pause}, NULL);
      if (pause < 10000000) pause += pause / 8;
    }
  drop(g);
}
