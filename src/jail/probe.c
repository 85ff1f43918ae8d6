/*
 * probe.c - try each mechanism, with it and without it.
 *
 * First all jails are tried, several at a time: most of what one takes is
 * waiting for the kernel.  Then their outcomes are compared.
 *
 * A probe holds only if the attempt was refused with the wall and succeeded
 * without it: an attempt that fails for another reason proves nothing. So every
 * wall has two jails, one of them with that wall left out; only this file may
 * ask for that in release builds (CS_JAIL_TRIAL), and no program runs in those.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/probe.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/team.h"
#include "jail/plan.h"
#include "jail/trials.h"

#define PATIENCE_MS 5000 /* for what takes 10 ms, on a busy machine */
#define SPIN_MS     5000 /* a limit of one second, on a busy machine */
#define SPUN_US     5000 /* processor time that a probe waits for */
#define BIT         CS_TRIAL_BIT
#define PROCESSES   6
#define FILES       24
#define FILE_SIZE   (UINT64_C(48) << 10)
#define TMP         CS_TRIAL_ROOM
#define MEMORY      (UINT64_C(12) << 20)
#define THREADS     6

/* All walls that a test of one mechanism may want out of the way. */
#define WITHOUT_FILES  CS_PLAN_NO_LANDLOCK
#define WITHOUT_RIGHTS (CS_PLAN_NO_FILTER | CS_PLAN_NO_CAPS | CS_PLAN_NO_INNER)

/* What came of one jail; without `ran` only `why` means something. */
typedef struct outcome {
  cs_trial_results r;
  bool ran;    /* there are results */
  bool killed; /* by the memory limit of the group */
  int signal;  /* that ended it, or 0 */
  bool alive;  /* TREE: something was there before the kill */
  bool ended;  /* and nothing after it */
  bool held;   /* CLOCK: up, by a share of the processors */
  char why[124];
} outcome;

/* The jails that are tried. */
typedef enum shot {
  FULL,       /* all walls */
  NO_FILES,   /* all but Landlock */
  NO_FILTER,  /* all but the filter */
  NO_WALLS,   /* capabilities only */
  NO_RIGHTS,  /* not even these */
  NO_SPAWN,   /* no processes, no sockets */
  NO_LIMITS,  /* no resource limits, a large /tmp */
  MEMORY_ANY, /* as much as it wants */
  MEMORY_ONE, /* each process */
  MEMORY_ALL, /* the group */
  SHARED_ONE, /* memory that is not a process's own: one process */
  SHARED_ALL, /* the group */
  PIDS_FEW,
  PIDS_MANY,
  PLACE_RO,
  PLACE_RW,
  LAYER_SMALL,
  LAYER_LARGE,
  COVERED,
  BARE,
  CLOCK, /* the group's */
  SHOTS
} shot;

typedef struct prober {
  const cs_jail_kit *kit;
  cs_probes *out;
  uint32_t off; /* walls that a fault leaves out */
  const char *faults;
  char own[4096];  /* a file of the host: this very program */
  char socket[48]; /* abstract name that the host listens on */
  int listener;    /* owned */
  char pid[16];    /* a process of the host: this one */
  outcome shot[SHOTS];
} prober;

/* --- faults -------------------------------------------------------------- */

/* `faults` is a list of names with commas, given by tests. */
static bool faulty(const prober *p, const char *name) {
#ifdef NDEBUG
  (void)p;
  (void)name;
  return false;
#else
  size_t n = strlen(name);
  for (const char *at = p->faults; at && *at;) {
    size_t len = strcspn(at, ",");
    if (len == n && memcmp(at, name, n) == 0) return true;
    at += len + (at[len] == ',');
  }
  return false;
#endif
}

static uint32_t walls_off(const prober *p) {
  return (faulty(p, "filter") ? CS_PLAN_NO_FILTER : 0u) |
         (faulty(p, "landlock") ? CS_PLAN_NO_LANDLOCK : 0u) |
         (faulty(p, "limits") ? CS_PLAN_NO_LIMITS : 0u) |
         (faulty(p, "caps") ? WITHOUT_RIGHTS & ~CS_PLAN_NO_FILTER : 0u);
}

/* --- one jail ------------------------------------------------------------ */

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static int left_ms(uint64_t end) {
  uint64_t now = now_us();
  return end > now ? (int)((end - now + 999) / 1000) : 0;
}

/* Results from the pipe; false: none came in time. */
static bool read_results(int fd, uint64_t end, cs_trial_results *r) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  int ready;
  do ready = poll(&p, 1, left_ms(end));
  while (ready < 0 && errno == EINTR);
  return ready == 1 && read(fd, r, sizeof *r) == (ssize_t)sizeof *r;
}

/* Nobody holds the other end any more. */
static bool is_closed(int fd, int ms) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  return poll(&p, 1, ms) == 1 && p.revents & POLLHUP;
}

static void hear_end(cs_jail *jail, uint64_t end, outcome *o) {
  assert(o->signal == 0);
  cs_control m;
  cs_status st;
  while ((st = cs_jail_hear(jail, left_ms(end), &m)) == CS_OK) {
    if (m.kind == CS_CONTROL_EXITED) {
      if (WIFSIGNALED(m.value)) o->signal = WTERMSIG(m.value);
      return;
    }
    if (m.kind == CS_CONTROL_FAILED) {
      snprintf(o->why, sizeof o->why, "%.120s", m.text);
      return;
    }
  }
  snprintf(o->why, sizeof o->why, "%s",
           st == CS_ELIMIT ? "did not end in time" : "the jail ended at once");
}

static void watch_tree(cs_jail *jail, int fd, outcome *o) {
  assert(jail->pidfd >= 0);
  o->alive = !is_closed(fd, 0);
  cs_jail_kill(jail);
  o->ended = is_closed(fd, PATIENCE_MS);
}

/* One jail, from start to stop; `mask` are the attempts, `ms` its time. */
static outcome run(prober *p, cs_jail_spec *spec, uint32_t mask, int ms) {
  assert(p->kit && mask);
  outcome o = {.ran = false};
  char bits[16];
  const char *argv[] = {bits, p->own, p->socket, p->pid, NULL};
  int ends[2];
  cs_jail jail;
  cs_error err = {0};
  if (faulty(p, "hang")) mask |= BIT(HANG);
  snprintf(bits, sizeof bits, "%u", mask);
  spec->argv = argv;
  if (pipe2(ends, O_CLOEXEC) != 0) {
    snprintf(o.why, sizeof o.why, "no pipe");
    return o;
  }
  CS_AUTO_FD
  int from = ends[0];
  spec->stdio[1] = ends[1];
  /* One deadline for everything that happens in this jail. */
  uint64_t end = now_us() + (uint64_t)ms * 1000u;
  cs_status st = cs_jail_start(p->kit, spec, &jail, &err);
  close(ends[1]);
  if (st != CS_OK) {
    snprintf(o.why, sizeof o.why, "%.120s", err.text);
    return o;
  }
  o.ran = read_results(from, end, &o.r);
  if (o.ran && mask & BIT(TREE))
    watch_tree(&jail, from, &o);
  else if (!o.ran)
    hear_end(&jail, end, &o);
  o.killed = cs_cgroup_killed(&jail.group);
  cs_jail_stop(&jail);
  return o;
}

/* The smallest limits with which the attempts can be told apart. */
static cs_jail_spec make_spec(const prober *p, uint32_t weaken) {
  static const cs_jail_mount place = {
      .at = CS_TRIAL_AT_NONE, .mode = CS_JAIL_RW, .limit = 65536};
  cs_jail_spec s;
  cs_jail_spec_init(&s);
  s.flags = CS_JAIL_BARE | CS_JAIL_NO_LANDLOCK | CS_JAIL_TRIAL;
  s.weaken = weaken | p->off;
  s.mounts = &place;
  s.nmounts = 1;
  /* Memory is no limit of the group here: that is tried by itself. */
  s.limits = (cs_jail_limits){.memory = 0,
                              .file_size = FILE_SIZE,
                              .tmp = TMP,
                              .processes = PROCESSES,
                              .cpus = 1,
                              .files = FILES};
  return s;
}

/* The usual case: all attempts of `mask` in one jail. */
static outcome attempt(prober *p, uint32_t weaken, uint32_t walls,
                       uint32_t mask) {
  cs_jail_spec s = make_spec(p, weaken);
  s.walls |= walls;
  return run(p, &s, mask, PATIENCE_MS);
}

/* --- what it means ------------------------------------------------------- */

static void note(prober *p, cs_probe_id id, bool ok, const char *why) {
  cs_report_note(p->out, id, ok, why);
}

static const char *says(int code) {
  if (code == CS_TRIAL_UNTRIED) return "was not tried";
  return code == 0 ? "succeeded" : strerror(code);
}

/* Refused with the wall, done without it: the probe holds. `t` is the attempt
 * whose two codes are compared. */
static bool judge(prober *p, cs_probe_id id, const outcome *with,
                  const outcome *without, cs_trial t) {
  assert(t < CS_TRIAL_COUNT);
  char why[300];
  if (!with->ran || !without->ran) {
    const char *text = with->ran ? without->why : with->why;
    note(p, id, false, *text ? text : "no results");
    return false;
  }
  int on = with->r.code[t], off = without->r.code[t];
  if (on > 0 && off == 0) {
    note(p, id, true, NULL);
    return true;
  }
  snprintf(why, sizeof why, "%.80s: with it: %.60s; without: %.60s",
           cs_report_probe_tries(id), says(on), says(off));
  note(p, id, false, why);
  return false;
}

/* Another attempt that must be refused as well: one failure is enough. */
static void judge_too(prober *p, cs_probe_id id, const outcome *with,
                      const outcome *without, cs_trial t) {
  if (cs_probe_holds(p->out, id)) (void)judge(p, id, with, without, t);
}

/* --- the host's side ----------------------------------------------------- */

/* The same attempts without a jail. */
static outcome outside(const prober *p) {
  outcome o = {.ran = true};
  CS_AUTO_FD
  int file = open(p->own, O_RDONLY | O_CLOEXEC);
  for (int i = 0; i < CS_TRIAL_COUNT; i++) o.r.code[i] = CS_TRIAL_UNTRIED;
  o.r.code[CS_TRIAL_OUTSIDE] = file >= 0 ? 0 : errno;
  bool named = kill((pid_t)strtol(p->pid, NULL, 10), 0) == 0 || errno == EPERM;
  o.r.code[CS_TRIAL_PROCESS] = named ? 0 : errno;
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  size_t n = strlen(p->socket);
  memcpy(a.sun_path + 1, p->socket, n);
  CS_AUTO_FD
  int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n);
  bool good = s >= 0 && connect(s, (const struct sockaddr *)&a, len) == 0;
  o.r.code[CS_TRIAL_SOCKET] = good ? 0 : errno;
  return o;
}

/* A socket with a name that nobody guesses; it is gone with its descriptor. */
static bool listen_here(prober *p) {
  uint64_t id[2];
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  if (getrandom(id, sizeof id, 0) != (ssize_t)sizeof id) return false;
  int n = snprintf(p->socket, sizeof p->socket, "caisson-%016llx%016llx",
                   (unsigned long long)id[0], (unsigned long long)id[1]);
  memcpy(a.sun_path + 1, p->socket, (size_t)n);
  p->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t len =
      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
  return p->listener >= 0 &&
         bind(p->listener, (const struct sockaddr *)&a, len) == 0 &&
         listen(p->listener, 4) == 0;
}

/* --- the jails ----------------------------------------------------------- */

#define SHARED_WAYS (BIT(SHARED) | BIT(MEMFD) | BIT(SYSV))

/* Memory of one process, of the group, or no limit at all. */
static outcome use_memory(prober *p, uint32_t weaken, uint64_t limit) {
  cs_jail_spec s = make_spec(p, weaken);
  s.limits.memory = limit;
  return run(p, &s, BIT(MEMORY) | (limit ? 0u : SHARED_WAYS), PATIENCE_MS);
}

/* The ways round a limit of private memory. */
static outcome share_memory(prober *p, uint32_t weaken, uint64_t limit) {
  cs_jail_spec s = make_spec(p, weaken);
  s.limits.memory = limit;
  if (!(weaken & CS_PLAN_NO_LIMITS)) s.walls |= CS_WALL_NO_SPAWN;
  s.limits.file_size = 0; /* not what is tried */
  return run(p, &s, SHARED_WAYS, PATIENCE_MS);
}

/* Limits off, and a /tmp large enough for what the limits would refuse. */
static outcome use_limits(prober *p) {
  cs_jail_spec s = make_spec(p, CS_PLAN_NO_LIMITS | CS_PLAN_NO_GROUP);
  s.limits.tmp = 4 * TMP;
  return run(p, &s,
             BIT(FORKS) | BIT(FDS) | BIT(CPUS) | BIT(FILE_SIZE) | BIT(TMP) |
                 BIT(INODES),
             PATIENCE_MS);
}

/* The control of PIDS_FEW: one fork where many are allowed. */
static outcome use_group_pids(prober *p, bool many) {
  cs_jail_spec s = make_spec(p, CS_PLAN_NO_LIMITS);
  if (p->out->cgroup != 2) return (outcome){.ran = false};
  if (many) s.limits.processes = 32;
  outcome o = run(p, &s, many ? BIT(FORK) : BIT(FORKS), PATIENCE_MS);
  if (many) o.r.code[CS_TRIAL_FORKS] = o.r.code[CS_TRIAL_FORK];
  return o;
}

/* A spinning program is let alone with a large share, and held up with a small
 * one; in a loop that is over in a moment unless groups do nothing. */
static bool hold_up(cs_jail *jail, uint64_t end) {
  if (cs_cgroup_throttled(&jail->group) || !cs_cgroup_limit(&jail->group, 50))
    return false;
  while (!cs_cgroup_throttled(&jail->group) && now_us() < end)
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  return cs_cgroup_throttled(&jail->group);
}

/* The group's clock runs while a program does, and would be past a limit. */
static outcome use_group_time(prober *p) {
  uint64_t end = now_us() + PATIENCE_MS * 1000u, us = 0;
  const char *argv[] = {"0", p->own, p->socket, p->pid, NULL};
  char bits[16];
  cs_jail jail;
  cs_error err = {0};
  outcome o = {.ran = false};
  cs_jail_spec s = make_spec(p, CS_PLAN_NO_LIMITS);
  snprintf(bits, sizeof bits, "%u", BIT(SPIN));
  argv[0] = bits;
  s.argv = argv;
  s.limits.share = 2000;
  s.limits.soft = true;
  if (cs_jail_start(p->kit, &s, &jail, &err) != CS_OK) {
    snprintf(o.why, sizeof o.why, "%.120s", err.text);
    return o;
  }
  bool counts = cs_jail_time(&jail, &us);
  while (counts && us < SPUN_US && now_us() < end) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    counts = cs_jail_time(&jail, &us);
  }
  o.ran = counts && us >= SPUN_US;
  o.held = o.ran && hold_up(&jail, end);
  cs_jail_stop(&jail);
  snprintf(o.why, sizeof o.why, "%s",
           counts ? "a group's clock stands still while its program runs"
                  : "no control group counts processor time here");
  return o;
}

/* With small layers and read-only, or with large ones and writable. */
static outcome use_mounts(prober *p, bool strict, bool overlay, uint32_t mask) {
  const cs_jail_mount mounts[] = {
      {.at = CS_TRIAL_AT_NONE, .mode = CS_JAIL_RW, .limit = 65536},
      {.host = strict ? "/usr" : NULL,
       .at = CS_TRIAL_AT_RO,
       .mode = CS_JAIL_RO,
       .limit = TMP},
      {.host = "/usr",
       .at = CS_TRIAL_AT_OVER,
       .mode = CS_JAIL_OVERLAY,
       .limit = strict ? TMP : 8 * TMP}};
  cs_jail_spec s = make_spec(p, 0);
  s.mounts = mounts;
  s.nmounts = overlay ? 3 : 2;
  return run(p, &s, mask, PATIENCE_MS);
}

static outcome use_covers(prober *p, bool on) {
  static const cs_jail_cover covers[] = {
      {CS_TRIAL_AT_HIDE, CS_COVER_HIDE, false},
      {CS_TRIAL_AT_COLD, CS_COVER_FREEZE, false},
      {CS_TRIAL_AT_PIN, CS_COVER_PIN, false}};
  static const cs_jail_file files[] = {{CS_TRIAL_AT_HIDE "/f", "", 0},
                                       {CS_TRIAL_AT_COLD "/f", "", 0},
                                       {CS_TRIAL_AT_PIN "/f", "", 0}};
  cs_jail_spec s = make_spec(p, 0);
  s.files = files;
  s.nfiles = 3;
  s.covers = covers;
  s.ncovers = on ? 3 : 0;
  return run(p, &s, BIT(HIDDEN) | BIT(FROZEN) | BIT(PINNED), PATIENCE_MS);
}

#define ALL_WALLS                                                        \
  (BIT(OUTSIDE) | BIT(ROOT) | BIT(UNLISTED) | BIT(PROCESS) | BIT(INET) | \
   BIT(NAMESPACE) | BIT(TTY) | BIT(FORKS) | BIT(FDS) | BIT(CPUS) |       \
   BIT(FILE_SIZE) | BIT(TMP) | BIT(FORK) | BIT(EXECUTE) | BIT(UNIX) |    \
   BIT(PAIR) | BIT(TREE) | BIT(INODES))

static outcome shoot(prober *p, shot which) {
  assert(which < SHOTS);
  uint32_t walls = 0;
#define WALL(id, bit, field, path) \
  if (!faulty(p, path)) walls |= CS_WALL_##id;
#include "base/walls.def"
#undef WALL
  switch (which) {
    case FULL: return attempt(p, 0, 0, ALL_WALLS);
    case NO_FILES:
      return attempt(p, WITHOUT_FILES, 0, BIT(UNLISTED) | BIT(SOCKET));
    case NO_FILTER:
      return attempt(p, CS_PLAN_NO_FILTER | CS_PLAN_NO_QUOTAS, 0,
                     BIT(INET) | BIT(NAMESPACE) | BIT(TTY));
    /* The filter and Landlock refuse to mount, too. */
    case NO_WALLS:
      return attempt(p, CS_PLAN_NO_FILTER | CS_PLAN_NO_LANDLOCK, 0, BIT(MOUNT));
    case NO_RIGHTS:
      return attempt(p, WITHOUT_RIGHTS | CS_PLAN_NO_LANDLOCK, 0, BIT(MOUNT));
    case NO_SPAWN:
      return attempt(p, 0, walls,
                     BIT(FORK) | BIT(EXECUTE) | BIT(UNIX) | BIT(PAIR));
    case NO_LIMITS: return use_limits(p);
    case MEMORY_ANY: return use_memory(p, CS_PLAN_NO_LIMITS, 0);
    case MEMORY_ONE: return use_memory(p, 0, MEMORY);
    case MEMORY_ALL:
      return use_memory(p, CS_PLAN_NO_LIMITS, faulty(p, "cgroup") ? 0 : MEMORY);
    case SHARED_ONE:
      return share_memory(
          p, CS_PLAN_NO_GROUP | (faulty(p, "shared") ? CS_PLAN_NO_LIMITS : 0u),
          MEMORY);
    case SHARED_ALL:
      return share_memory(p, CS_PLAN_NO_LIMITS,
                          faulty(p, "cgroup") ? 0 : MEMORY);
    case PIDS_FEW: return use_group_pids(p, false);
    case PIDS_MANY: return use_group_pids(p, true);
    case PLACE_RO:
      return use_mounts(p, !faulty(p, "read_only"), false, BIT(READ_ONLY));
    case PLACE_RW: return use_mounts(p, false, false, BIT(READ_ONLY));
    case LAYER_SMALL:
      return use_mounts(p, !faulty(p, "overlay"), true,
                        BIT(OVERLAY) | BIT(OVERFILL));
    case LAYER_LARGE: return use_mounts(p, false, true, BIT(OVERFILL));
    case COVERED: return use_covers(p, !faulty(p, "cover"));
    case BARE: return use_covers(p, false);
    case CLOCK: return use_group_time(p);
    case SHOTS: break;
  }
  return (outcome){.ran = false};
}

/* Runs on a thread of the team; shots share nothing but the kit. */
static void take_shot(void *user, size_t i) {
  assert(i < SHOTS);
  prober *p = user;
  p->shot[i] = shoot(p, (shot)i);
}

/* --- what came of them --------------------------------------------------- */

/* What namespaces hide is seen outside. */
static void tell_namespaces(prober *p) {
  outcome host = outside(p);
  const outcome *full = &p->shot[FULL];
  note(p, CS_PROBE_USERNS, full->ran, full->ran ? NULL : full->why);
  (void)judge(p, CS_PROBE_MOUNTNS, full, &host, CS_TRIAL_OUTSIDE);
  (void)judge(p, CS_PROBE_PIDNS, full, &host, CS_TRIAL_PROCESS);
  /* Landlock, which refuses it too, is out of the way. */
  (void)judge(p, CS_PROBE_NETNS, &p->shot[NO_FILES], &host, CS_TRIAL_SOCKET);
  if (faulty(p, "userns"))
    for (cs_probe_id id = CS_PROBE_USERNS; id <= CS_PROBE_NETNS; id++)
      note(p, id, false, "switched off by a fault");
}

/* Three attempts, because a filter that lacks one rule refuses the others. */
static void tell_filter(prober *p) {
  const outcome *full = &p->shot[FULL], *off = &p->shot[NO_FILTER];
  (void)judge(p, CS_PROBE_SECCOMP, full, off, CS_TRIAL_INET);
  judge_too(p, CS_PROBE_SECCOMP, full, off, CS_TRIAL_NAMESPACE);
  judge_too(p, CS_PROBE_SECCOMP, full, off, CS_TRIAL_TTY);
  (void)judge(p, CS_PROBE_CAPS, &p->shot[NO_WALLS], &p->shot[NO_RIGHTS],
              CS_TRIAL_MOUNT);
}

static void tell_spawn(prober *p) {
  const outcome *full = &p->shot[FULL], *on = &p->shot[NO_SPAWN];
  (void)judge(p, CS_PROBE_SPAWN, on, full, CS_TRIAL_FORK);
  judge_too(p, CS_PROBE_SPAWN, on, full, CS_TRIAL_EXECUTE);
  (void)judge(p, CS_PROBE_UNIX_SOCKETS, on, full, CS_TRIAL_UNIX);
  judge_too(p, CS_PROBE_UNIX_SOCKETS, on, full, CS_TRIAL_PAIR);
}

static void tell_limits(prober *p) {
  const outcome *full = &p->shot[FULL], *off = &p->shot[NO_LIMITS];
  (void)judge(p, CS_PROBE_RLIM_NPROC, full, off, CS_TRIAL_FORKS);
  (void)judge(p, CS_PROBE_RLIM_NOFILE, full, off, CS_TRIAL_FDS);
  (void)judge(p, CS_PROBE_RLIM_FSIZE, full, off, CS_TRIAL_FILE_SIZE);
  (void)judge(p, CS_PROBE_CPUS, full, off, CS_TRIAL_CPUS);
  (void)judge(p, CS_PROBE_TMPFS_SIZE, full, off, CS_TRIAL_TMP);
  (void)judge(p, CS_PROBE_INODES, full, off, CS_TRIAL_INODES);
  (void)judge(p, CS_PROBE_RLIM_DATA, &p->shot[MEMORY_ONE], &p->shot[MEMORY_ANY],
              CS_TRIAL_MEMORY);
}

/* What no limit of private memory counts: every way by itself. */
static void tell_shared(prober *p) {
  const outcome *on = &p->shot[SHARED_ONE], *off = &p->shot[MEMORY_ANY];
  (void)judge(p, CS_PROBE_RLIM_AS, on, off, CS_TRIAL_SHARED);
  judge_too(p, CS_PROBE_RLIM_AS, on, off, CS_TRIAL_MEMFD);
  judge_too(p, CS_PROBE_RLIM_AS, on, off, CS_TRIAL_SYSV);
}

/* `none`: why there are no groups. Both ways of using memory must end in a
 * kill, and both must succeed without a group. */
static void tell_groups(prober *p, const char *none) {
  const outcome *any = &p->shot[MEMORY_ANY], *clock = &p->shot[CLOCK];
  bool ok = p->shot[MEMORY_ALL].killed && p->shot[SHARED_ALL].killed &&
            any->ran && any->r.code[CS_TRIAL_MEMORY] == 0 &&
            any->r.code[CS_TRIAL_SHARED] == 0;
  const char *why = faulty(p, "cgroup") ? "switched off by a fault"
                    : p->out->cgroup    ? "a jail used more than its group has"
                                        : none;
  note(p, CS_PROBE_CG_MEM, ok, ok ? NULL : why);
  if (p->out->cgroup == 2 && !faulty(p, "cgroup"))
    (void)judge(p, CS_PROBE_CG_PIDS, &p->shot[PIDS_FEW], &p->shot[PIDS_MANY],
                CS_TRIAL_FORKS);
  else
    note(p, CS_PROBE_CG_PIDS, false,
         p->out->cgroup == 1 ? "groups of version 1 are used for memory only"
                             : p->out->at[CS_PROBE_CG_MEM].why);
  if (faulty(p, "clock_group"))
    note(p, CS_PROBE_CG_CPU, false, "switched off by a fault");
  else
    note(p, CS_PROBE_CG_CPU, clock->ran, clock->ran ? NULL : clock->why);
  bool share = clock->held && !faulty(p, "share");
  note(p, CS_PROBE_CG_SHARE, share,
       share ? NULL : "no control group limits a part of a processor here");
}

static void tell_mounts(prober *p) {
  const outcome *on = &p->shot[COVERED], *off = &p->shot[BARE];
  (void)judge(p, CS_PROBE_READ_ONLY, &p->shot[PLACE_RO], &p->shot[PLACE_RW],
              CS_TRIAL_READ_ONLY);
  (void)judge(p, CS_PROBE_OVERLAY, &p->shot[LAYER_SMALL], &p->shot[LAYER_LARGE],
              CS_TRIAL_OVERFILL);
  (void)judge(p, CS_PROBE_COVER, on, off, CS_TRIAL_HIDDEN);
  judge_too(p, CS_PROBE_COVER, on, off, CS_TRIAL_FROZEN);
  judge_too(p, CS_PROBE_COVER, on, off, CS_TRIAL_PINNED);
}

static void tell_landlock(prober *p) {
  char text[64];
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  p->out->landlock = abi > 0 ? (uint32_t)abi : 0;
  if (abi <= 0) {
    snprintf(text, sizeof text, "the kernel has none: %.40s", strerror(errno));
    note(p, CS_PROBE_LANDLOCK, false, text);
    return;
  }
  if (!judge(p, CS_PROBE_LANDLOCK, &p->shot[FULL], &p->shot[NO_FILES],
             CS_TRIAL_UNLISTED))
    return;
  snprintf(text, sizeof text, "version %ld", abi);
  note(p, CS_PROBE_LANDLOCK, true, text);
}

/* --- all of them --------------------------------------------------------- */

static const struct {
  cs_probe_id id;
  const char *why;
} absent[] = {{CS_PROBE_CG_KILL, "this build ends a jail by its process 1"},
              {CS_PROBE_PRJQUOTA, "this build sets no quota on disks"},
              {CS_PROBE_KVM, "this build has no depth vm"}};

/* No jail, no probe: every row says the same reason. */
static void fail_all(prober *p, const char *why) {
  for (cs_probe_id id = CS_PROBE_USERNS; id < CS_PROBE_PRJQUOTA; id++)
    note(p, id, false, why);
  note(p, CS_PROBE_COVER, false, why);
  note(p, CS_PROBE_INODES, false, why);
  note(p, CS_PROBE_CPUS, false, why);
  note(p, CS_PROBE_RLIM_AS, false, why);
  note(p, CS_PROBE_CG_SHARE, false, why);
}

static void try_all(prober *p) {
  char none[160] = "";
  p->out->cgroup = (uint32_t)cs_cgroup_probe(none);
  cs_team_run(SHOTS, THREADS, take_shot, p);
  const outcome *full = &p->shot[FULL];
  if (!full->ran) {
    fail_all(p, *full->why ? full->why : "no results");
    return;
  }
  tell_namespaces(p);
  tell_landlock(p);
  tell_filter(p);
  tell_spawn(p);
  tell_limits(p);
  tell_shared(p);
  tell_groups(p, none);
  tell_mounts(p);
  bool dead = full->alive && full->ended && !faulty(p, "kill_tree");
  note(p, CS_PROBE_KILL_TREE, dead,
       dead ? NULL : "something outlived process 1");
}

/* A process whose number cannot be one of the jail's. */
static void choose_process(prober *p) {
  DIR *d = opendir("/proc");
  long pid = (long)getpid();
  for (struct dirent *e; pid < 64 && d && (e = readdir(d));)
    pid = strtol(e->d_name, NULL, 10);
  if (d) closedir(d);
  snprintf(p->pid, sizeof p->pid, "%ld", pid);
}

/* False: nothing to compare with; every probe then fails. */
static bool start(prober *p) {
  choose_process(p);
  p->off = walls_off(p);
  ssize_t n = readlink("/proc/self/exe", p->own, sizeof p->own - 1);
  if (n > 0) p->own[n] = 0;
  return n > 0 && listen_here(p);
}

bool cs_jail_try(const cs_jail_kit *kit, const char *faults, cs_probes *out) {
  assert(kit && out);
  prober p = {.kit = kit, .out = out, .faults = faults, .listener = -1};
  uint64_t begin = now_us();
  if (start(&p))
    try_all(&p);
  else
    fail_all(&p, "the host cannot be compared with: no socket");
  if (p.listener >= 0) close(p.listener);
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
    note(&p, absent[i].id, false, absent[i].why);
  out->took_us += now_us() - begin;
  return cs_probe_holds(out, CS_PROBE_USERNS);
}

void cs_jail_try_cpu(const cs_jail_kit *kit, const char *faults,
                     cs_probes *out) {
  prober p = {.kit = kit, .out = out, .faults = faults, .listener = -1};
  (void)start(&p);
  cs_jail_spec s = make_spec(&p, 0);
  s.limits.cpu_s = 1;
  outcome on = run(&p, &s, BIT(SPIN), SPIN_MS);
  s = make_spec(&p, CS_PLAN_NO_LIMITS);
  s.limits.cpu_s = 1;
  outcome off = run(&p, &s, BIT(SPIN), 1500);
  bool ok = (on.signal == SIGXCPU || on.signal == SIGKILL) && off.signal == 0;
  note(&p, CS_PROBE_RLIM_CPU, ok,
       ok ? NULL : "a process used more processor time than it has");
  if (p.listener >= 0) close(p.listener);
}

/* --- in a few words ------------------------------------------------------ */

void cs_jail_facts(const cs_probes *p, cs_jail_fact facts[CS_JAIL_FACTS]) {
  static const struct {
    const char *name;
    cs_probe_id id;
    bool needed;
    const char *text;
  } walls[CS_JAIL_FACTS] = {
      {"namespaces", CS_PROBE_USERNS, true,
       "user, process, mount, network, IPC, host name, cgroup"},
      {"root", CS_PROBE_MOUNTNS, true,
       "own root directory, own /proc, /dev, /tmp"},
      {"seccomp", CS_PROBE_SECCOMP, true, "allow-list of system calls"},
      {"capabilities", CS_PROBE_CAPS, true, "none, and no new privileges"},
      {"landlock", CS_PROBE_LANDLOCK, true, "version"},
      {"overlay", CS_PROBE_OVERLAY, false, "overlayfs, writes in memory"},
      {"cgroups", CS_PROBE_CG_MEM, false, "the whole jail"},
      {"limits", CS_PROBE_RLIM_NPROC, false,
       "memory, files, processor time per process; processes per jail"}};
  for (int i = 0; i < CS_JAIL_FACTS; i++) {
    cs_jail_fact *f = &facts[i];
    cs_probe_id id = walls[i].id;
    *f = (cs_jail_fact){.name = walls[i].name,
                        .needed = walls[i].needed,
                        .holds = cs_probe_holds(p, id)};
    snprintf(f->text, sizeof f->text, "%s",
             f->holds ? walls[i].text : p->at[id].why);
    if (f->holds && id == CS_PROBE_LANDLOCK)
      snprintf(f->text, sizeof f->text, "version %u", p->landlock);
    if (f->holds && id == CS_PROBE_CG_MEM)
      snprintf(f->text, sizeof f->text, "version %u: memory of the whole jail",
               p->cgroup);
  }
}

bool cs_jail_probe(const cs_jail_kit *kit, cs_jail_fact *facts) {
  cs_probes p = {0};
  bool good = cs_jail_try(kit, NULL, &p);
  cs_jail_facts(&p, facts);
  return good;
}
