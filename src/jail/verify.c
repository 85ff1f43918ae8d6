/*
 * verify.c - one jail, looked at from outside before its program runs.
 *
 * Everything is read from /proc of the host about one process, and compared
 * with the specification, not with the plan: a mistake in making the plan is
 * found too. What the kernel does not tell counts as missing. The process
 * stands still meanwhile: it waits for a byte from process 1, or for its execve
 * to be let through, so nothing changes between the looks.
 *
 * The texts that are parsed are the kernel's, but names in them (mount points)
 * may be a guest's: every copy is cut to its buffer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/verify.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/weaken.h"
#include "jail/plan.h"
#include "jail/system.h"

#define TEXT_MAX (256 << 10)

bool cs_verify_fault(const char *name) {
#ifdef NDEBUG
  (void)name;
  return false;
#else
  char word[40];
  const char *faults = getenv("CAISSON_FAULT");
  snprintf(word, sizeof word, "live:%s", name);
  return faults && strcmp(faults, word) == 0;
#endif
}

typedef struct look {
  const cs_jail *jail;
  const cs_jail_spec *spec;
  pid_t pid;
  char *text; /* owned; the file at hand, TEXT_MAX bytes */
  cs_error *err;
} look;

static cs_status fail(const look *l, const char *what) {
  assert(what[0]);
  return cs_error_set(l->err, CS_EOS,
                      "enforcement_failed: %s, found when the jail was looked "
                      "at from outside; nothing has run in it",
                      what);
}

/* The whole of /proc/PID/NAME as a text; false: it cannot be read, or is too
 * long to be told. */
static bool get(look *l, const char *name) {
  assert(l->text && l->pid > 0);
  char path[64];
  size_t n = 0;
  ssize_t k = 1;
  snprintf(path, sizeof path, "/proc/%d/%s", (int)l->pid, name);
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  while (k > 0 && n < TEXT_MAX - 1) {
    k = read(fd, l->text + n, TEXT_MAX - 1 - n);
    if (k > 0) n += (size_t)k;
  }
  l->text[n] = 0;
  return k == 0;
}

/* --- filters and rights -------------------------------------------------- */

/* The number behind "Name:\t"; false: there is no such line. Names begin a
 * line; "Seccomp" is not "Seccomp_filters". */
static bool field(const char *text, const char *name, int base, uint64_t *out) {
  assert(base == 10 || base == 16);
  size_t n = strlen(name);
  for (const char *at = text; at; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (strncmp(at, name, n) == 0 && at[n] == ':') {
      *out = strtoull(at + n + 1, NULL, base);
      return true;
    }
  }
  return false;
}

/* How many bits are set in the mask of processors; none to be read: too many.
 */
static unsigned processors(const char *text) {
  assert(text);
  const char *at = strstr(text, "\nCpus_allowed:");
  unsigned n = 0;
  if (!at) return ~0u;
  for (at += strlen("\nCpus_allowed:"); *at && *at != '\n'; at++) {
    const char digit[] = {*at, 0};
    n += (unsigned)__builtin_popcountl(strtoul(digit, NULL, 16));
  }
  return n;
}

/* A fork of a zygote gets its group later, or this limit if there is none. */
static uint64_t address_of(const look *l) {
  return l->jail->foreign ? 0 : cs_jail_address(l->spec, l->jail->group.n > 0);
}

/* How many filters there must be follows from the specification; a kernel that
 * does not count them (before 5.19) leaves only the mode to be compared. */
static cs_status look_at_rights(look *l) {
  assert(l->spec && l->jail);
  static const char *const sets[] = {"CapInh", "CapPrm", "CapEff", "CapBnd",
                                     "CapAmb"};
  uint32_t off = l->spec->weaken;
  uint64_t n = 0, filters = 1;
  if (!get(l, "status")) return fail(l, "its status cannot be read");
  if (!field(l->text, "NoNewPrivs", 10, &n) || n != 1)
    return fail(l, "it may gain privileges");
  /* One filter asks both kinds of questions: see walls.c. */
  bool names = l->spec->flags & CS_JAIL_NAMES && !(off & CS_PLAN_NO_COVERS);
  filters += names || l->spec->walls & CS_WALL_NO_SPAWN ? 1 : 0;
  /* every other wall of walls.def is a filter of its own */
  filters += (unsigned)__builtin_popcount(l->spec->walls & CS_WALLS &
                                          ~(uint32_t)CS_WALL_NO_SPAWN);
  filters += address_of(l) && !(off & CS_PLAN_NO_LIMITS) ? 1 : 0;
  bool pinned = l->spec->limits.cpus && !(off & CS_PLAN_NO_LIMITS);
  filters += pinned ? 1 : 0;
  if (pinned && processors(l->text) > l->spec->limits.cpus)
    return fail(l, "it may use more processors");
  bool filtered = !(off & CS_PLAN_NO_FILTER);
  if (filtered && (!field(l->text, "Seccomp", 10, &n) || n != 2))
    return fail(l, "no filter of system calls is installed");
  if (filtered && field(l->text, "Seccomp_filters", 10, &n) && n < filters)
    return fail(l, "a filter of system calls is missing");
  for (size_t i = 0; !(off & CS_PLAN_NO_CAPS) && i < 5; i++)
    if (!field(l->text, sets[i], 16, &n) || n != 0)
      return fail(l, "it has capabilities");
  return CS_OK;
}

/* Names of namespaces are compared as texts: "pid:[4026531836]". */
static cs_status look_at_namespaces(look *l) {
  static const char *const names[] = {"user", "pid", "mnt",   "net",
                                      "ipc",  "uts", "cgroup"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[64], ours[64], theirs[64];
    snprintf(path, sizeof path, "/proc/self/ns/%s", names[i]);
    ssize_t n = readlink(path, ours, sizeof ours);
    snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)l->pid, names[i]);
    ssize_t k = readlink(path, theirs, sizeof theirs);
    if (n <= 0 || k <= 0) return fail(l, "its namespaces cannot be read");
    if (n == k && memcmp(ours, theirs, (size_t)n) == 0)
      return fail(l, "it shares a namespace with its host");
  }
  return CS_OK;
}

/* --- limits -------------------------------------------------------------- */

/* Both limits of a line of /proc/PID/limits are numbers of at most `most`. */
static bool is_limited(const char *text, const char *name, uint64_t most) {
  assert(most > 0);
  const char *at = strstr(text, name);
  if (!at) return false;
  at += strlen(name);
  for (int i = 0; i < 2; i++) {
    char *end;
    at += strspn(at, " ");
    uint64_t n = strtoull(at, &end, 10);
    if (end == at || n > most) return false; /* "unlimited" is no number */
    at = end;
  }
  return true;
}

/* Limits may be lower than asked for, since the host's own cut them. */
static cs_status look_at_limits(look *l) {
  const cs_jail_limits *m = &l->spec->limits;
  const struct {
    const char *name;
    uint64_t most;
  } all[] = {{"Max data size", m->memory},
             {"Max address space", address_of(l)},
             {"Max file size", m->file_size},
             {"Max open files", m->files},
             {"Max processes", m->processes},
             {"Max core file size", 1},
             /* the signal comes a second before the end */
             {"Max cpu time", m->cpu_s ? m->cpu_s + 1 : 0}};
  if (l->spec->weaken & CS_PLAN_NO_LIMITS) return CS_OK;
  if (!get(l, "limits")) return fail(l, "its limits cannot be read");
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].most && !is_limited(l->text, all[i].name, all[i].most))
      return fail(l, "a resource limit is missing");
  return CS_OK;
}

static cs_status look_at_group(look *l) {
  assert(l->jail->group.n <= CS_CGROUP_MAX);
  const cs_cgroup *g = &l->jail->group;
  uint64_t memory = l->spec->limits.memory;
  char path[96], text[64];
  if (g->n == 0) return CS_OK; /* as the report says */
  if (!l->jail->late && (!get(l, "cgroup") || !strstr(l->text, g->name)))
    return fail(l, "it is not in its control group");
  uint32_t share = g->quota ? cs_cgroup_share(g) : 1;
  if (g->quota && (share == 0 || share > l->spec->limits.share))
    return fail(l, "its share of the processors was not written");
  if (memory == 0) return CS_OK;
  snprintf(path, sizeof path, "%s/%s", g->name,
           g->version == 2 ? "memory.max" : "memory.limit_in_bytes");
  CS_AUTO_FD
  int fd = openat(g->parent[0], path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (n <= 0) return fail(l, "the limit of its control group cannot be read");
  text[n] = 0;
  char *end;
  uint64_t most = strtoull(text, &end, 10);
  if (end == text || most > memory)
    return fail(l, "the limit of its control group was not written");
  return CS_OK;
}

/* --- mounts -------------------------------------------------------------- */

/* What follows `dir` in `path`: "" or "/..."; NULL: it is not in it. */
static const char *inside(const char *dir, const char *path) {
  assert(dir[0] == '/');
  size_t n = strlen(dir);
  while (n > 1 && dir[n - 1] == '/') n--;
  return strncmp(dir, path, n) == 0 && (!path[n] || path[n] == '/') ? path + n
                                                                    : NULL;
}

/* The plan: which mounts there may be, and which of them may be written.  Below
 * a directory of the host may lie what was mounted there, and masks. */
typedef struct plan {
  cs_plan_maker system; /* places of the system, and of `show` */
  const cs_jail_spec *spec;
} plan;

/* Places lie in a byte buffer without alignment, hence the copy. */
static bool is_in_system(const plan *p, const char *at, bool *writable) {
  const char *text = cs_buf_text(&p->system.text);
  size_t n = p->system.places.len / sizeof(cs_plan_place);
  bool found = false, weak = p->spec->weaken & CS_PLAN_NO_MASKS;
  for (size_t i = 0; i < n; i++) {
    cs_plan_place place;
    memcpy(&place, p->system.places.data + i * sizeof place, sizeof place);
    /* A place covers what lies below it only if it shows a tree of the host. */
    const char *rest = inside(text + place.target, at);
    bool tree = place.kind == CS_PLACE_RO || place.kind == CS_PLACE_PROC ||
                place.kind == CS_PLACE_DEV;
    if (!rest || (*rest && !tree)) continue;
    found = true;
    *writable |= place.kind == CS_PLACE_TMPFS || place.kind == CS_PLACE_DEV;
    *writable |= place.kind == CS_PLACE_PROC && weak;
  }
  return found;
}

/* `*writable` is only ever set: any place that may be written allows it. */
static bool is_planned(const plan *p, const char *at, bool *writable) {
  bool found = is_in_system(p, at, writable);
  for (size_t i = 0; i < p->spec->nmounts; i++) {
    const cs_jail_mount *m = &p->spec->mounts[i];
    if (!inside(m->at, at)) continue;
    found = true;
    *writable |= m->mode != CS_JAIL_RO || !m->host;
  }
  for (size_t i = 0; !found && i < p->spec->ncovers; i++)
    found = strcmp(p->spec->covers[i].at, at) == 0;
  if (strcmp(at, "/") != 0) return found;
  *writable |= p->spec->root && !p->spec->root->read_only;
  return true;
}

/* A line of mountinfo: number parent device root point options ... */
typedef struct mount_line {
  unsigned long id, parent;
  char root[16], at[4096], how[4]; /* as much as is looked at */
} mount_line;

/* The next word of a line, cut to `room`; where it ends. */
static const char *word(const char *at, char *out, size_t room) {
  assert(room > 0);
  at += strspn(at, " ");
  size_t n = strcspn(at, " \n"), k = n < room ? n : room - 1;
  memcpy(out, at, k);
  out[k] = 0;
  return at + n;
}

/* Blanks are written as \\040 there. */
static void unescape(char *text) {
  char *to = text;
  for (const char *at = text; *at;) {
    if (at[0] == '\\' && at[1] && at[2] && at[3]) {
      *to++ = (char)((at[1] - '0') * 64 + (at[2] - '0') * 8 + (at[3] - '0'));
      at += 4;
    } else {
      *to++ = *at++;
    }
  }
  *to = 0;
}

static void parse(const char *line, mount_line *m) {
  char number[24], device[24];
  const char *at = word(line, number, sizeof number);
  m->id = strtoul(number, NULL, 10);
  at = word(at, number, sizeof number);
  m->parent = strtoul(number, NULL, 10);
  at = word(at, device, sizeof device);
  at = word(at, m->root, sizeof m->root);
  at = word(at, m->at, sizeof m->at);
  (void)word(at, m->how, sizeof m->how);
  unescape(m->at);
}

/* NULL after the last line. */
static const char *next_line(const char *line) {
  const char *end = strchr(line, '\n');
  return end && end[1] ? end + 1 : NULL;
}

/* Does another mount lie on it, so that nobody sees it? The kernel lists lower
 * mounts as well, which nobody can reach. */
static bool is_covered(const look *l, const mount_line *m) {
  mount_line other;
  for (const char *at = l->text; at; at = next_line(at)) {
    parse(at, &other);
    if (other.parent == m->id && strcmp(other.at, m->at) == 0) return true;
  }
  return false;
}

static bool is_read_only(const mount_line *m) {
  return strcmp(m->how, "ro") == 0 || strcmp(m->how, "ro,") == 0;
}

/* A mask is a device that swallows everything. */
static cs_status look_at_mount(const look *l, const plan *p,
                               const mount_line *m) {
  assert(p->spec == l->spec);
  char what[160];
  bool writable = false;
  /* Four ways for a mount to be right. */
  bool known = is_planned(p, m->at, &writable);
  bool ro = is_read_only(m) || l->spec->weaken & CS_PLAN_NO_RO;
  bool mask = strcmp(m->root, "/null") == 0;
  if (known && (ro || writable || mask || is_covered(l, m))) return CS_OK;
  snprintf(
      what, sizeof what,
      known ? "'%.80s' can be written" : "'%.80s' is mounted and not planned",
      m->at);
  return fail(l, what);
}

/* What a policy hides or freezes has something read-only over it. */
static cs_status look_at_cover(const look *l, const cs_jail_cover *c) {
  mount_line m;
  bool there = c->optional || c->kind == CS_COVER_PIN;
  char what[160];
  for (const char *at = l->text; at && !there; at = next_line(at)) {
    parse(at, &m);
    there = strcmp(m.at, c->at) == 0 && is_read_only(&m);
  }
  if (there || l->spec->weaken & CS_PLAN_NO_COVERS) return CS_OK;
  snprintf(what, sizeof what, "'%.80s' is not covered", c->at);
  return fail(l, what);
}

/* The number of the mount that the working directory is in; false: the kernel
 * does not tell. */
static bool find_cwd(const look *l, unsigned long *mount) {
  char path[64];
  struct statx s;
  snprintf(path, sizeof path, "/proc/%d/cwd", (int)l->pid);
  if (statx(AT_FDCWD, path, 0, STATX_MNT_ID, &s) != 0 ||
      !(s.stx_mask & STATX_MNT_ID))
    return false;
  *mount = (unsigned long)s.stx_mnt_id;
  return true;
}

/* The file lists what the root of the program reaches: a directory on another
 * mount is outside of it (redteam: E02). */
static cs_status look_at_cwd(const look *l) {
  mount_line m;
  unsigned long mount;
  if (l->spec->weaken & CS_PLAN_PLAIN_CWD || cs_weaken("cwd")) return CS_OK;
  if (!find_cwd(l, &mount))
    return fail(l, "its working directory cannot be looked at");
  for (const char *at = l->text; at; at = next_line(at)) {
    parse(at, &m);
    if (m.id == mount) return CS_OK;
  }
  return fail(l, "its working directory is outside of its root");
}

static cs_status look_at_mounts(look *l) {
  plan p = {.spec = l->spec};
  mount_line m;
  cs_status st = CS_OK;
  if (!get(l, "mountinfo")) return fail(l, "its mounts cannot be read");
  cs_plan_init(&p.system);
  cs_system_mounts(&p.system, l->spec);
  if (p.system.status != CS_OK) st = fail(l, "there is no memory to compare");
  for (const char *at = l->text; at && st == CS_OK; at = next_line(at)) {
    parse(at, &m);
    st = look_at_mount(l, &p, &m);
  }
  if (st == CS_OK) st = look_at_cwd(l);
  for (size_t i = 0; i < l->spec->ncovers && st == CS_OK; i++)
    st = look_at_cover(l, &l->spec->covers[i]);
  cs_plan_fini(&p.system);
  return st;
}

/* --- listeners ----------------------------------------------------------- */

/* Counters of the namespace: the lists of sockets are made by walking tables of
 * the whole machine, which takes milliseconds. */
static unsigned long count_sockets(const char *text) {
  unsigned long all = 0;
  for (const char *at = text; at; at = next_line(at)) {
    const char *n = strstr(at, ": inuse "), *end = strchr(at, '\n');
    if (n && (!end || n < end)) all += strtoul(n + 8, NULL, 10);
  }
  return all;
}

/* The proxy, DNS twice, SOCKS, the ports of rules; of IPv6 none. */
static unsigned long planned_sockets(const cs_jail_spec *spec, bool six) {
  assert(spec->way.nports <= CS_JAIL_PORTS);
  if (!spec->way.post || six) return 0;
  return 3 + spec->way.socks + spec->way.nports;
}

/* More sockets than planned: somebody listens who was not meant to.  In a
 * sandbox that is true of its first program only: the network was empty then,
 * and whoever came later has it from that program. */
static cs_status look_at_network(look *l) {
  if (l->spec->flags & CS_JAIL_LIVED) return CS_OK;
  static const char *const files[] = {"net/sockstat", "net/sockstat6"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (!get(l, files[i])) {
      if (errno == ENOENT) continue; /* a kernel without that protocol */
      return fail(l, "its sockets cannot be read");
    }
    if (count_sockets(l->text) > planned_sockets(l->spec, i == 1))
      return fail(l, "somebody listens in it");
  }
  return CS_OK;
}

/* The first thing that is wrong is told; the others would be noise. */
static cs_status look_at_all(look *l) {
  cs_status st = look_at_rights(l);
  if (st == CS_OK) st = look_at_namespaces(l);
  if (st == CS_OK) st = look_at_limits(l);
  if (st == CS_OK) st = look_at_group(l);
  if (st == CS_OK) st = look_at_mounts(l);
  return st == CS_OK ? look_at_network(l) : st;
}

cs_status cs_verify_jail(const cs_jail *jail, const cs_jail_spec *spec,
                         pid_t program, cs_error *err) {
  assert(jail && spec);
  CS_AUTO_FREE
  char *text = malloc(TEXT_MAX);
  look l = {jail, spec, program, text, err};
  if (!text) return cs_error_set(err, CS_EOS, "no memory for a jail");
  return program <= 0 ? fail(&l, "its program cannot be found")
                      : look_at_all(&l);
}
