/*
 * probe.c - try each mechanism, with it and without it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/probe.h"

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
#include "jail/plan.h"
#include "jail/trials.h"

#define PATIENCE_MS 1000
#define SPIN_MS     4000 /* a limit of one second, on a busy machine */
#define SPUN_US     5000 /* processor time that a probe waits for */
#define BIT         CS_TRIAL_BIT
#define PROCESSES   6
#define FILES       24
#define FILE_SIZE   (UINT64_C(48) << 10)
#define TMP         CS_TRIAL_ROOM
#define MEMORY      (UINT64_C(12) << 20)

/* All walls that a test of one mechanism may want out of the way. */
#define WITHOUT_FILES  CS_PLAN_NO_LANDLOCK
#define WITHOUT_RIGHTS (CS_PLAN_NO_FILTER | CS_PLAN_NO_CAPS | CS_PLAN_NO_INNER)

typedef struct prober {
  const cs_jail_kit *kit;
  cs_probes *out;
  uint32_t off; /* walls that a fault leaves out */
  const char *faults;
  char own[4096];  /* a file of the host: this very program */
  char socket[48]; /* abstract name that the host listens on */
  int listener;    /* owned */
  char pid[16];    /* a process of the host: this one */
} prober;

typedef struct outcome {
  cs_trial_results r;
  bool ran;    /* there are results */
  bool killed; /* by the memory limit of the group */
  int signal;  /* that ended it, or 0 */
  bool alive;  /* TREE: something was there before the kill */
  bool ended;  /* and nothing after it */
  char why[124];
} outcome;

/* --- faults -------------------------------------------------------------- */

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

static bool is_closed(int fd, int ms) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  return poll(&p, 1, ms) == 1 && p.revents & POLLHUP;
}

static void hear_end(cs_jail *jail, uint64_t end, outcome *o) {
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
  o->alive = !is_closed(fd, 0);
  cs_jail_kill(jail);
  o->ended = is_closed(fd, PATIENCE_MS);
}

static outcome run(prober *p, cs_jail_spec *spec, uint32_t mask, int ms) {
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
                              .files = FILES};
  return s;
}

static outcome attempt(prober *p, uint32_t weaken, uint32_t flags,
                       uint32_t mask) {
  cs_jail_spec s = make_spec(p, weaken);
  s.flags |= flags;
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

/* Refused with the wall, done without it: the probe holds. */
static bool judge(prober *p, cs_probe_id id, const outcome *with,
                  const outcome *without, cs_trial t) {
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

/* --- groups of probes ---------------------------------------------------- */

/* What namespaces hide is seen outside. */
static void try_namespaces(prober *p, const outcome *full,
                           const outcome *open_files) {
  outcome host = outside(p);
  bool up = full->ran;
  note(p, CS_PROBE_USERNS, up, up ? NULL : full->why);
  (void)judge(p, CS_PROBE_MOUNTNS, full, &host, CS_TRIAL_OUTSIDE);
  (void)judge(p, CS_PROBE_PIDNS, full, &host, CS_TRIAL_PROCESS);
  /* Landlock, which refuses it too, is out of the way. */
  (void)judge(p, CS_PROBE_NETNS, open_files, &host, CS_TRIAL_SOCKET);
  if (faulty(p, "userns"))
    for (cs_probe_id id = CS_PROBE_USERNS; id <= CS_PROBE_NETNS; id++)
      note(p, id, false, "switched off by a fault");
}

static void try_filter(prober *p, const outcome *full) {
  outcome off =
      attempt(p, CS_PLAN_NO_FILTER, 0, BIT(INET) | BIT(NAMESPACE) | BIT(TTY));
  /* The filter and Landlock refuse to mount, too. */
  outcome none =
      attempt(p, CS_PLAN_NO_FILTER | CS_PLAN_NO_LANDLOCK, 0, BIT(MOUNT));
  outcome rights =
      attempt(p, WITHOUT_RIGHTS | CS_PLAN_NO_LANDLOCK, 0, BIT(MOUNT));
  (void)judge(p, CS_PROBE_SECCOMP, full, &off, CS_TRIAL_INET);
  judge_too(p, CS_PROBE_SECCOMP, full, &off, CS_TRIAL_NAMESPACE);
  judge_too(p, CS_PROBE_SECCOMP, full, &off, CS_TRIAL_TTY);
  (void)judge(p, CS_PROBE_CAPS, &none, &rights, CS_TRIAL_MOUNT);
}

static void try_spawn(prober *p, const outcome *full) {
  uint32_t flags = (faulty(p, "spawn") ? 0u : CS_JAIL_NO_SPAWN) |
                   (faulty(p, "unix_sockets") ? 0u : CS_JAIL_NO_UNIX);
  outcome on =
      attempt(p, 0, flags, BIT(FORK) | BIT(EXECUTE) | BIT(UNIX) | BIT(PAIR));
  (void)judge(p, CS_PROBE_SPAWN, &on, full, CS_TRIAL_FORK);
  judge_too(p, CS_PROBE_SPAWN, &on, full, CS_TRIAL_EXECUTE);
  (void)judge(p, CS_PROBE_UNIX_SOCKETS, &on, full, CS_TRIAL_UNIX);
  judge_too(p, CS_PROBE_UNIX_SOCKETS, &on, full, CS_TRIAL_PAIR);
}

static void try_limits(prober *p, const outcome *full) {
  cs_jail_spec s = make_spec(p, CS_PLAN_NO_LIMITS);
  s.limits.tmp = 4 * TMP;
  outcome off = run(
      p, &s, BIT(FORKS) | BIT(FDS) | BIT(FILE_SIZE) | BIT(TMP) | BIT(INODES),
      PATIENCE_MS);
  (void)judge(p, CS_PROBE_RLIM_NPROC, full, &off, CS_TRIAL_FORKS);
  (void)judge(p, CS_PROBE_RLIM_NOFILE, full, &off, CS_TRIAL_FDS);
  (void)judge(p, CS_PROBE_RLIM_FSIZE, full, &off, CS_TRIAL_FILE_SIZE);
  (void)judge(p, CS_PROBE_TMPFS_SIZE, full, &off, CS_TRIAL_TMP);
  (void)judge(p, CS_PROBE_INODES, full, &off, CS_TRIAL_INODES);
}

/* Memory of one process, and of the group. */
static void try_memory(prober *p) {
  cs_jail_spec s = make_spec(p, CS_PLAN_NO_LIMITS);
  outcome off = run(p, &s, BIT(MEMORY), PATIENCE_MS);
  cs_jail_spec one = make_spec(p, 0);
  one.limits.memory = MEMORY;
  outcome on = run(p, &one, BIT(MEMORY), PATIENCE_MS);
  (void)judge(p, CS_PROBE_RLIM_DATA, &on, &off, CS_TRIAL_MEMORY);
  cs_jail_spec all = make_spec(p, CS_PLAN_NO_LIMITS);
  all.limits.memory = faulty(p, "cgroup") ? 0 : MEMORY;
  outcome group = run(p, &all, BIT(MEMORY), PATIENCE_MS);
  bool ok = group.killed && off.ran && off.r.code[CS_TRIAL_MEMORY] == 0;
  char why[160];
  int version = cs_cgroup_probe(why);
  p->out->cgroup = (uint32_t)version;
  if (version > 0 && !ok)
    snprintf(why, sizeof why, "a jail used more than its group has");
  if (faulty(p, "cgroup")) snprintf(why, sizeof why, "switched off by a fault");
  note(p, CS_PROBE_CG_MEM, ok, ok ? NULL : why);
}

/* The group's clock runs while a program does, and would be past a limit. */
static void try_group_time(prober *p) {
  uint64_t end = now_us() + PATIENCE_MS * 1000u, us = 0;
  const char *argv[] = {"0", p->own, p->socket, p->pid, NULL};
  char bits[16];
  cs_jail jail;
  cs_error err = {0};
  cs_jail_spec s = make_spec(p, CS_PLAN_NO_LIMITS);
  snprintf(bits, sizeof bits, "%u", BIT(SPIN));
  argv[0] = bits;
  s.argv = argv;
  if (faulty(p, "clock_group")) {
    note(p, CS_PROBE_CG_CPU, false, "switched off by a fault");
    return;
  }
  if (cs_jail_start(p->kit, &s, &jail, &err) != CS_OK) {
    note(p, CS_PROBE_CG_CPU, false, err.text);
    return;
  }
  bool counts = cs_jail_time(&jail, &us);
  while (counts && us < SPUN_US && now_us() < end) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    counts = cs_jail_time(&jail, &us);
  }
  cs_jail_stop(&jail);
  note(p, CS_PROBE_CG_CPU, counts && us >= SPUN_US,
       counts && us >= SPUN_US ? NULL
       : counts ? "a group's clock stands still while its program runs"
                : "no control group counts processor time here");
}

static void try_group_pids(prober *p) {
  if (p->out->cgroup != 2) {
    note(p, CS_PROBE_CG_PIDS, false,
         p->out->cgroup ? "groups of version 1 are used for memory only"
                        : p->out->at[CS_PROBE_CG_MEM].why);
    return;
  }
  cs_jail_spec s = make_spec(p, CS_PLAN_NO_LIMITS);
  outcome on = run(p, &s, BIT(FORKS), PATIENCE_MS);
  s = make_spec(p, CS_PLAN_NO_LIMITS);
  s.limits.processes = 32;
  outcome off = run(p, &s, BIT(FORK), PATIENCE_MS);
  off.r.code[CS_TRIAL_FORKS] = off.r.code[CS_TRIAL_FORK];
  (void)judge(p, CS_PROBE_CG_PIDS, &on, &off, CS_TRIAL_FORKS);
}

/* With small layers and read-only, then with large ones and writable. */
static outcome mounted(prober *p, bool strict, bool overlay, uint32_t mask) {
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

static void try_mounts(prober *p) {
  bool lie = faulty(p, "read_only");
  outcome on = mounted(p, !lie, false, BIT(READ_ONLY));
  outcome off = mounted(p, false, false, BIT(READ_ONLY));
  (void)judge(p, CS_PROBE_READ_ONLY, &on, &off, CS_TRIAL_READ_ONLY);
  lie = faulty(p, "overlay");
  on = mounted(p, !lie, true, BIT(OVERLAY) | BIT(OVERFILL));
  off = mounted(p, false, true, BIT(OVERFILL));
  (void)judge(p, CS_PROBE_OVERLAY, &on, &off, CS_TRIAL_OVERFILL);
}

static outcome covered(prober *p, bool on) {
  static const cs_jail_cover covers[] = {
      {CS_TRIAL_AT_HIDE, CS_COVER_HIDE, false},
      {CS_TRIAL_AT_COLD, CS_COVER_FREEZE, false},
      {CS_TRIAL_AT_PIN, CS_COVER_PIN, false}};
  const cs_jail_mount over = {.host = "/usr",
                              .at = CS_TRIAL_AT_OVER,
                              .mode = CS_JAIL_OVERLAY,
                              .limit = 8 * TMP};
  cs_jail_spec s = make_spec(p, 0);
  s.mounts = &over;
  s.nmounts = 1;
  s.covers = covers;
  s.ncovers = on ? 3 : 0;
  return run(p, &s, BIT(HIDDEN) | BIT(FROZEN) | BIT(PINNED), PATIENCE_MS);
}

static void try_covers(prober *p) {
  outcome on = covered(p, !faulty(p, "cover"));
  outcome off = covered(p, false);
  (void)judge(p, CS_PROBE_COVER, &on, &off, CS_TRIAL_HIDDEN);
  judge_too(p, CS_PROBE_COVER, &on, &off, CS_TRIAL_FROZEN);
  /* Overlays refuse to rename a directory of their lower layer, too; with a
   * cover it is busy. */
  if (cs_probe_holds(p->out, CS_PROBE_COVER) &&
      on.r.code[CS_TRIAL_PINNED] != EBUSY)
    note(p, CS_PROBE_COVER, false, "what is pinned could be moved");
}

static void try_landlock(prober *p, const outcome *full,
                         const outcome *open_files) {
  char text[64];
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  p->out->landlock = abi > 0 ? (uint32_t)abi : 0;
  if (abi <= 0) {
    snprintf(text, sizeof text, "the kernel has none: %.40s", strerror(errno));
    note(p, CS_PROBE_LANDLOCK, false, text);
    return;
  }
  if (!judge(p, CS_PROBE_LANDLOCK, full, open_files, CS_TRIAL_UNLISTED)) return;
  snprintf(text, sizeof text, "version %ld", abi);
  note(p, CS_PROBE_LANDLOCK, true, text);
}

/* --- all of them --------------------------------------------------------- */

static const struct {
  cs_probe_id id;
  const char *why;
} absent[] = {
    {CS_PROBE_CG_KILL, "this build ends a jail by its process 1"},
    {CS_PROBE_PRJQUOTA, "this build sets no quota on disks"},
    {CS_PROBE_PROXY, "this build has no proxy: there is no network at all"},
    {CS_PROBE_KVM, "this build has no depth vm"}};

static void fail_all(prober *p, const char *why) {
  for (cs_probe_id id = CS_PROBE_USERNS; id < CS_PROBE_PRJQUOTA; id++)
    note(p, id, false, why);
  note(p, CS_PROBE_COVER, false, why);
  note(p, CS_PROBE_INODES, false, why);
}

static void try_all(prober *p) {
  outcome full = attempt(p, 0, 0,
                         BIT(OUTSIDE) | BIT(ROOT) | BIT(UNLISTED) |
                             BIT(PROCESS) | BIT(INET) | BIT(NAMESPACE) |
                             BIT(TTY) | BIT(FORKS) | BIT(FDS) | BIT(FILE_SIZE) |
                             BIT(TMP) | BIT(FORK) | BIT(EXECUTE) | BIT(UNIX) |
                             BIT(PAIR) | BIT(TREE) | BIT(INODES));
  if (!full.ran) {
    fail_all(p, *full.why ? full.why : "no results");
    return;
  }
  outcome files = attempt(p, WITHOUT_FILES, 0, BIT(UNLISTED) | BIT(SOCKET));
  try_namespaces(p, &full, &files);
  try_landlock(p, &full, &files);
  try_filter(p, &full);
  try_spawn(p, &full);
  try_limits(p, &full);
  try_memory(p);
  try_group_pids(p);
  try_group_time(p);
  try_mounts(p);
  try_covers(p);
  bool dead = full.alive && full.ended && !faulty(p, "kill_tree");
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

static bool start(prober *p) {
  choose_process(p);
  p->off = walls_off(p);
  ssize_t n = readlink("/proc/self/exe", p->own, sizeof p->own - 1);
  if (n > 0) p->own[n] = 0;
  return n > 0 && listen_here(p);
}

bool cs_jail_try(const cs_jail_kit *kit, const char *faults, cs_probes *out) {
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
