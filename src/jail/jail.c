/*
 * jail.c - the host's side: a plan, a helper, a pidfd.
 *
 * The order, and why:
 *   1. everything that the jail will name is opened here, once, and travels as
 * a descriptor (parcel): a path that is exchanged later changes nothing;
 *   2. the plan is written into a sealed memory file, so that not even a
 * program that gets hold of it can alter what process 1 reads;
 *   3. the helper is executed from a memory file as well: no file of the host
 * can be put in its place;
 *   4. the helper builds and confines (inside/), and every word of it on the
 *      control socket is a claim of something that may be hostile by then;
 *   5. verify.c looks from here, through the kernel, whether the walls stand.
 *
 * Ownership: a cs_jail owns its pidfd, its control socket and its groups until
 * cs_jail_stop; a parcel its descriptors from `nkeep` on until cs_jail_drop.
 * Processes are named by pidfd, never by number: numbers are used again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/jail.h"

#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "base/cleanup.h"
#include "base/weaken.h"
#include "jail/detach.h"
#include "jail/missing.h"
#include "jail/plan.h"
#include "jail/system.h"
#include "jail/verify.h"

#define TMP_DEFAULT   (UINT64_C(64) << 20)
#define LAST_WORDS_MS 200
#define START_MS      30000 /* the machine may be busy */
#define FDS_MAX       CS_JAIL_FDS
#define TARGETS       CS_JAIL_TARGETS

extern const unsigned char cs_jail_filter_data[], cs_jail_filter_end[];
extern const unsigned char cs_jail_filter_net_data[], cs_jail_filter_net_end[];

/* Whoever fills in a specification begins here: a field that is added later has
 * a safe value for callers that do not know it. */
void cs_jail_spec_init(cs_jail_spec *spec) {
  *spec = (cs_jail_spec){.limits = {.memory = UINT64_C(512) << 20,
                                    .file_size = UINT64_C(64) << 20,
                                    .tmp = TMP_DEFAULT,
                                    .processes = 64,
                                    .files = 256},
                         .as_uid = CS_PLAN_UID,
                         .as_gid = CS_PLAN_GID,
                         .stdio = {-1, -1, -1}};
}

uint64_t cs_jail_address(const cs_jail_spec *spec, bool grouped) {
  if (grouped || !(spec->walls & CS_WALL_NO_SPAWN) || !spec->limits.memory ||
      cs_weaken("limits.address"))
    return 0;
  return spec->limits.memory + CS_JAIL_MAPPED;
}

/* --- sealed bytes -------------------------------------------------------- */

/* False with errno; the file is discarded then. */
static bool write_all(int fd, const void *data, size_t n) {
  const char *p = data;
  while (n > 0) {
    ssize_t k = write(fd, p, n);
    if (k <= 0) return false;
    p += k;
    n -= (size_t)k;
  }
  return true;
}

int cs_jail_seal(const char *name, const void *data, size_t n) {
  assert(data || n == 0);
  CS_AUTO_FD
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0 || !write_all(fd, data, n) ||
      fcntl(fd, F_ADD_SEALS,
            F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0)
    return -1;
  return cs_steal(&fd);
}

/* --- the plan ------------------------------------------------------------ */

typedef cs_jail_parcel parcel; /* descriptors on their way into the helper */

void cs_jail_drop(cs_jail_parcel *p) {
  assert(p->nkeep <= p->n && p->n <= FDS_MAX);
  for (size_t i = p->nkeep; i < p->n; i++) close(p->fds[i]);
  p->n = p->nkeep;
}

/* Absolute, and without "." and "..": what is written is where it will be. */
static bool is_plain(const char *path) {
  if (path[0] != '/' || !path[1]) return false;
  for (const char *p = path; p;) {
    p++;
    size_t n = strcspn(p, "/");
    if ((n == 1 && p[0] == '.') || (n == 2 && p[0] == '.' && p[1] == '.'))
      return false;
    p = strchr(p, '/');
  }
  return true;
}

/* `bare`: no system directories are there that a mount could hide. */
static cs_status add_mount(cs_plan_maker *m, const cs_jail_mount *mount,
                           uint64_t tmp, bool bare, parcel *box,
                           cs_error *err) {
  assert(box->n <= FDS_MAX);
  /* A limit for every place that can be written: memory is never unlimited. */
  uint64_t size = mount->limit ? mount->limit : tmp;
  if (!is_plain(mount->at))
    return cs_error_set(err, CS_EINVAL,
                        "'%.80s' is no absolute path in the jail", mount->at);
  if (!bare && cs_system_check(mount->at, err) != CS_OK) return CS_EINVAL;
  if (!mount->host) {
    cs_plan_place *p = cs_plan_add(m, CS_PLACE_TMPFS, NULL, mount->at);
    p->size = size;
    p->mine = 1;
    return CS_OK;
  }
  cs_plan_kind kind = mount->mode == CS_JAIL_RO   ? CS_PLACE_RO
                      : mount->mode == CS_JAIL_RW ? CS_PLACE_RW
                                                  : CS_PLACE_OVERLAY;
  if (box->n == FDS_MAX) return cs_error_set(err, CS_ELIMIT, "too many mounts");
  /* Opened once; the helper mounts this very directory or none (D18). */
  int fd = mount->fd > 0 ? fcntl(mount->fd, F_DUPFD_CLOEXEC, 3)
                         : open(mount->host, O_PATH | O_CLOEXEC);
  if (fd < 0) return cs_error_os(err, "cannot mount '%.80s'", mount->host);
  assert(box->n < FDS_MAX);
  box->fds[box->n] = fd;
  size_t number = box->n++;
  if (mount->layer && kind == CS_PLACE_OVERLAY &&
      cs_system_layer(m, mount->layer, mount->layer_fd, box, err) != CS_OK)
    return CS_EOS;
  /* The helper looks it up from the root, if it may not use the descriptor. */
  CS_AUTO_FREE
  char *full = realpath(mount->host, NULL);
  cs_plan_place *p = cs_plan_add(m, kind, full ? full : mount->host, mount->at);
  p->fd = (int32_t)(CS_PLAN_FD_FIRST + number);
  p->size = size;
  p->share = p->mine = 1;
  return CS_OK;
}

static void add_covers(cs_plan_maker *m, const cs_jail_spec *spec) {
  assert(!spec->ncovers || spec->covers);
  static const cs_plan_kind kinds[] = {[CS_COVER_HIDE] = CS_PLACE_HIDE,
                                       [CS_COVER_FREEZE] = CS_PLACE_FREEZE,
                                       [CS_COVER_PIN] = CS_PLACE_PIN};
  for (size_t i = 0; i < spec->ncovers; i++) {
    const cs_jail_cover *c = &spec->covers[i];
    cs_plan_place *p = cs_plan_add(m, kinds[c->kind], NULL, c->at);
    p->ready = c->optional;
    p->mine = 1;
  }
}

/* What is written there counts against the disk limit. */
static bool is_layer(const cs_jail_mount *m) {
  return !m->host || m->mode == CS_JAIL_OVERLAY;
}

/* One limit for the sum of all layers: those with a smaller limit of their own
 * take theirs out of it, the others share what is left (redteam: G04). */
static void share_disk(cs_plan_maker *m, const cs_jail_spec *spec,
                       uint32_t first) {
  const cs_jail_limits *l = &spec->limits;
  uint64_t left = l->disk, files = l->inodes;
  if (left == 0 || m->status != CS_OK) return;
  cs_plan_place *p =
      (cs_plan_place *)(void *)m->places.data + first; /* one per mount */
  for (size_t i = 0; i < spec->nmounts; i++) {
    if (!is_layer(&spec->mounts[i])) continue;
    /* One inode for each KiB, at least 64, as in cs_mnt_memory. */
    uint64_t own = spec->mounts[i].limit;
    uint64_t inodes = own / 1024 < 64 ? 64 : own / 1024;
    p[i].pooled = own == 0 || own >= left || (files && inodes >= files);
    if (p[i].pooled) continue;
    p[i].files = (uint32_t)inodes;
    assert(own < left); /* or it would be pooled */
    left -= own;
    if (files) files -= inodes;
  }
  m->head.limits.disk = left;
  m->head.limits.inodes = files;
}

#define NOBODYS 1900000000u /* ids from here on belong to nobody */
#define NOBODY  65534u

/* An id that owns nothing, of those that this user namespace has: a container's
 * may have few.  `own` if there is no other. */
static uint32_t choose_id(const char *map, uint32_t own) {
  unsigned inside, outside, n, first = own, most = 1;
  uint16_t random = 0;
  (void)!getrandom(&random, sizeof random, 0);
  FILE *f = fopen(map, "re");
  while (f && fscanf(f, "%u %u %u", &inside, &outside, &n) == 3) {
    if (inside <= NOBODYS && n > NOBODYS - inside + UINT16_MAX) {
      first = NOBODYS;
      most = UINT16_MAX;
      break;
    }
    if (n <= most) continue;
    first = inside + n / 2; /* names are given to low ones */
    most = n - n / 2;
  }
  if (f) fclose(f);
  uint32_t id = first + random % most;
  return id == NOBODY ? id - 1 : id;
}

/* Root's jails run as a user that owns nothing on the host; ordinary users'
 * as the user itself. */
void cs_jail_choose_user(uint32_t *uid, uint32_t *gid) {
  *uid = (uint32_t)geteuid();
  *gid = (uint32_t)getegid();
  if (*uid != 0) return;
  *uid = choose_id("/proc/self/uid_map", *uid);
  *gid = choose_id("/proc/self/gid_map", *gid);
}

/* The caller's choice, if it made one: a sandbox keeps its user. */
static void choose_user(cs_plan *plan, const cs_jail_spec *spec) {
  assert(spec->as_uid != UINT32_MAX && spec->as_gid != UINT32_MAX);
  plan->as_uid = spec->as_uid;
  plan->as_gid = spec->as_gid;
  plan->uid = spec->uid;
  plan->gid = spec->gid;
  if (plan->uid == 0) cs_jail_choose_user(&plan->uid, &plan->gid);
}

/* The filter with sockets of the internet is for jails with a loopback
 * device. */
static void put_filter(cs_plan_maker *m, bool net) {
  const unsigned char *from = cs_jail_filter_data, *to = cs_jail_filter_end;
  if (net) {
    from = cs_jail_filter_net_data;
    to = cs_jail_filter_net_end;
  }
  m->head.filter = cs_plan_put(m, from, (size_t)(to - from));
  assert(to > from && (to - from) % 8 == 0); /* whole instructions */
  m->head.nfilter = (uint32_t)((to - from) / 8);
}

/* The environment is the plan's alone: nothing of the host's comes through. */
static void put_texts(cs_plan_maker *m, const cs_jail_spec *spec) {
  static const char *const fixed[] = {"PATH=/usr/local/bin:/usr/bin:/bin",
                                      "HOME=/tmp", "LANG=C.UTF-8", NULL};
  cs_plan *h = &m->head;
  const char *cwd = spec->cwd ? spec->cwd : "/tmp";
  h->args = cs_plan_put_list(m, spec->argv, &h->argc);
  h->env = cs_plan_put_list(m, spec->env ? spec->env : fixed, &h->envc);
  h->cwd = cs_plan_put(m, cwd, strlen(cwd));
  const char *host = spec->hostname ? spec->hostname : "caisson";
  h->hostname = cs_plan_put(m, host, strlen(host));
}

/* Test builds: what somebody could have forgotten, to be found by verify.c. A
 * fault is one word in the environment, read by test builds only. */
static void leave_out(cs_plan_maker *m) {
  if (m->head.flags & CS_PLAN_TRIAL) return; /* a probe is to believe in it */
  if (cs_verify_fault("filter")) m->head.flags |= CS_PLAN_NO_FILTER;
  if (cs_verify_fault("caps")) m->head.flags |= CS_PLAN_NO_CAPS;
  if (cs_verify_fault("limits")) m->head.flags |= CS_PLAN_NO_LIMITS;
  if (cs_verify_fault("covers")) m->head.flags |= CS_PLAN_NO_COVERS;
  if (cs_verify_fault("listener")) m->head.flags |= CS_PLAN_LISTEN;
  if (cs_verify_fault("cwd") || cs_weaken("cwd"))
    m->head.flags |= CS_PLAN_PLAIN_CWD;
  if (cs_verify_fault("mount"))
    cs_plan_add(m, CS_PLACE_TMPFS, NULL, "/extra")->size = 4096;
}

static cs_status add_way(cs_plan_maker *m, const cs_jail_spec *spec,
                         parcel *box, cs_error *err) {
  assert(box->n <= FDS_MAX);
  const cs_jail_way *w = &spec->way;
  if (!w->post) return CS_OK;
  if (w->nports > CS_JAIL_PORTS || box->n == FDS_MAX)
    return cs_error_set(err, CS_ELIMIT, "too many ports or mounts");
  int fd = fcntl(w->post, F_DUPFD_CLOEXEC, 3);
  if (fd < 0) return cs_error_os(err, "no descriptor for a jail");
  box->fds[box->n] = fd;
  m->head.post = (int32_t)(CS_PLAN_FD_FIRST + box->n++);
  m->head.socks = w->socks;
  m->head.nports = (uint32_t)w->nports;
  m->head.ports = cs_plan_put(m, w->ports, w->nports * sizeof *w->ports);
  return CS_OK;
}

/* Specification in, plan out; the only place that reads all fields of both. */
static cs_status fill_plan(cs_plan_maker *m, const cs_jail_spec *spec,
                           parcel *box, cs_error *err) {
  assert(box->nkeep <= box->n);
  cs_plan *h = &m->head;
  const cs_jail_limits *l = &spec->limits;
  cs_status st = CS_OK;
  uint64_t tmp = l->tmp ? l->tmp : TMP_DEFAULT;
  if (spec->root)
    st = cs_system_root(m, spec, box, err);
  else
    cs_system_places(m, spec);
  uint32_t first = h->nplaces;
  for (size_t i = 0; st == CS_OK && i < spec->nmounts; i++)
    st = add_mount(m, &spec->mounts[i], tmp,
                   spec->flags & CS_JAIL_BARE || spec->root, box, err);
  if (st == CS_OK) st = add_way(m, spec, box, err);
  add_covers(m, spec);
  put_texts(m, spec);
  put_filter(m, spec->flags & CS_JAIL_LOOPBACK);
  choose_user(h, spec);
  h->nkeep = (uint32_t)spec->nkeep;
  h->nfds = (uint32_t)box->n;
  h->flags |= spec->weaken;
  if (spec->flags & CS_JAIL_ZYGOTE) h->flags |= CS_PLAN_ZYGOTE;
  if (spec->flags & CS_JAIL_LOOPBACK) h->flags |= CS_PLAN_LOOPBACK;
  if (spec->flags & CS_JAIL_TRIAL) h->flags |= CS_PLAN_TRIAL;
  h->walls = spec->walls;
  if (spec->flags & CS_JAIL_TTY) h->flags |= CS_PLAN_TTY;
  if (spec->flags & CS_JAIL_SERVE) h->flags |= CS_PLAN_SERVE;
  if (spec->root && !spec->root->read_only) h->flags |= CS_PLAN_ROOT_RW;
  if (spec->flags & CS_JAIL_NAMES && !(spec->weaken & CS_PLAN_NO_COVERS))
    h->flags |= CS_PLAN_NAMES;
  h->limits = (cs_plan_limits){.memory = l->memory,
                               .file_size = l->file_size,
                               .cpu_s = l->cpu_s,
                               .files = l->files,
                               .processes = l->processes,
                               .cpus = l->cpus};
  if (st == CS_OK) share_disk(m, spec, first);
  leave_out(m);
  return st;
}

/* `bytes` is empty or whole. */
static cs_status write_plan(const cs_jail_spec *spec, uint32_t extra,
                            parcel *box, cs_buf *bytes, cs_error *err) {
  cs_plan_maker m;
  cs_plan_init(&m);
  m.head.flags = extra;
  cs_status st = fill_plan(&m, spec, box, err);
  if (st == CS_OK) {
    st = cs_plan_close(&m, bytes);
    if (st != CS_OK) (void)cs_error_set(err, st, "no memory for a jail");
  }
  cs_plan_fini(&m);
  return st;
}

/* The plan as a sealed memory file; -1 with `err`. */
static int make_plan(const cs_jail_spec *spec, uint32_t extra, parcel *box,
                     cs_jail *jail, cs_error *err) {
  assert(jail->control >= 0);
  cs_buf bytes;
  int fd = -1;
  cs_buf_init(&bytes, UINT32_C(128) << 20);
  cs_status st = write_plan(spec, extra, box, &bytes, err);
  if (st == CS_OK) {
    cs_plan *plan = (cs_plan *)(void *)bytes.data;
    plan->doors = jail->late ? 0 : (uint32_t)jail->group.n;
    plan->born = jail->group.version == 2;
    plan->limits.address = cs_jail_address(spec, jail->group.n > 0);
    jail->uid = plan->uid;
    jail->gid = plan->gid;
    fd = cs_jail_seal("caisson-plan", bytes.data, bytes.len);
    if (fd < 0) (void)cs_error_os(err, "no memory file for a jail");
  }
  cs_buf_fini(&bytes);
  return fd;
}

/* With the host's root rights, which a keeper does not have. */
static bool detach_mounts(cs_plan *plan, parcel *box) {
  cs_plan_place *p = (cs_plan_place *)(void *)((char *)plan + plan->places);
  for (uint32_t i = 0; i < plan->nplaces; i++) {
    if (p[i].fd < 0) continue;
    assert(p[i].fd >= CS_PLAN_FD_FIRST &&
           (size_t)(p[i].fd - CS_PLAN_FD_FIRST) < box->n);
    int *fd = &box->fds[p[i].fd - CS_PLAN_FD_FIRST];
    int mnt = cs_detach_mount(*fd, NULL, p[i].share, plan->uid, plan->gid);
    if (mnt < 0) return false;
    close(*fd);
    *fd = mnt;
    p[i].ready = 1;
  }
  return true;
}

int cs_jail_plan(const cs_jail_spec *spec, uint32_t uid, uint32_t gid,
                 cs_jail_parcel *box, cs_error *err) {
  cs_buf bytes;
  int fd = -1;
  *box = (cs_jail_parcel){.n = 0};
  cs_buf_init(&bytes, UINT32_C(128) << 20);
  cs_status st = write_plan(spec, 0, box, &bytes, err);
  if (st == CS_OK) {
    cs_plan *plan = (cs_plan *)(void *)bytes.data;
    char why[160];
    plan->uid = uid;
    plan->gid = gid;
    if (cs_jail_address(spec, false)) /* its group comes later: will it? */
      plan->limits.address = cs_jail_address(spec, cs_cgroup_probe(why) > 0);
    if (geteuid() != 0 || detach_mounts(plan, box))
      fd = cs_jail_seal("caisson-plan", bytes.data, bytes.len);
    if (fd < 0) (void)cs_error_os(err, "cannot mount for a jail");
  }
  cs_buf_fini(&bytes);
  if (fd < 0) cs_jail_drop(box);
  return fd;
}

/* --- the helper ---------------------------------------------------------- */

/* Sources must not be overwritten by targets: lift them above all of those. */
static bool lift(int fd, int *out) {
  *out = fcntl(fd, F_DUPFD_CLOEXEC, TARGETS);
  return *out >= 0;
}

typedef struct launch {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attr;
  int lifted[FDS_MAX + 8];
  size_t n;
} launch;

/* `as` is the number under which the helper finds it. */
static bool pass(launch *l, int fd, int as) {
  assert(as < TARGETS && l->n < sizeof l->lifted / sizeof *l->lifted);
  if (!lift(fd, &l->lifted[l->n])) return false;
  return posix_spawn_file_actions_adddup2(&l->actions, l->lifted[l->n++], as) ==
         0;
}

static bool pass_all(launch *l, const cs_jail_spec *spec, int control, int plan,
                     const parcel *box) {
  assert(control >= 0 && plan >= 0);
  CS_AUTO_FD
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  bool good = null >= 0;
  for (int i = 0; good && i < 3; i++)
    good = pass(l, spec->stdio[i] >= 0 ? spec->stdio[i] : null, i);
  good = good && pass(l, control, CS_PLAN_FD_CONTROL) &&
         pass(l, plan, CS_PLAN_FD_PLAN);
  for (size_t i = 0; good && i < box->n; i++)
    good = pass(l, box->fds[i], (int)(CS_PLAN_FD_FIRST + i));
  return good;
}

/* Signals as a fresh process has them: blocked or ignored ones are
 * inherited. */
static int set_attributes(posix_spawnattr_t *attr) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attr, &none);
  posix_spawnattr_setsigdefault(attr, &all);
  return posix_spawnattr_setflags(attr, POSIX_SPAWN_SETSIGMASK |
                                            POSIX_SPAWN_SETSIGDEF |
                                            POSIX_SPAWN_SETSID);
}

/* posix_spawn, because the host may have threads and gigabytes of memory. */
static cs_status spawn(const cs_jail_kit *kit, const cs_jail_spec *spec,
                       int control, int plan, const parcel *box, pid_t *pid,
                       cs_error *err) {
  assert(kit->helper >= 0);
  launch l = {.n = 0};
  char path[48], *argv[] = {(char[]){"caisson-jail"}, NULL}, *env[] = {NULL};
  snprintf(path, sizeof path, "/proc/self/fd/%d", kit->helper);
  int rc = posix_spawn_file_actions_init(&l.actions);
  if (rc == 0) rc = posix_spawnattr_init(&l.attr);
  if (rc != 0) return cs_error_set(err, CS_EOS, "no memory for a jail");
  rc = set_attributes(&l.attr);
  bool good = rc == 0 && pass_all(&l, spec, control, plan, box);
  if (good)
    rc = posix_spawn(pid, path, &l.actions, &l.attr, argv, env);
  else
    rc = errno;
  for (size_t i = 0; i < l.n; i++) close(l.lifted[i]);
  posix_spawn_file_actions_destroy(&l.actions);
  posix_spawnattr_destroy(&l.attr);
  errno = rc;
  return rc == 0 ? CS_OK : cs_error_os(err, "cannot start the jail's helper");
}

/* --- hearing ------------------------------------------------------------- */

/* What the room for control messages in cs_jail_hear can hold. */
#define HEARD_FDS (1 + CS_CONTROL_SHOWN + CMSG_SPACE(sizeof(struct ucred)))

static void drop_shown(cs_jail *jail) {
  for (uint32_t i = 0; i < jail->nshown; i++) close(jail->shown[i]);
  jail->nshown = 0;
}

/* A pidfd comes first with STARTED; the others are what a jail shows, once and
 * before its program is there.  What was not asked for is closed. */
static void take_descriptors(const struct cmsghdr *c, uint32_t kind,
                             cs_jail *jail) {
  int got[HEARD_FDS];
  size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof *got, i = 0;
  assert(n <= HEARD_FDS);
  memcpy(got, CMSG_DATA(c), n * sizeof *got);
  if (n > 0 && kind == CS_CONTROL_STARTED) {
    if (jail->pidfd >= 0) close(jail->pidfd);
    jail->pidfd = got[i++];
  }
  bool shows = jail->nshown == 0 &&
               (kind == CS_CONTROL_STARTED || kind == CS_CONTROL_BUILT);
  for (; i < n; i++) {
    if (shows && jail->nshown < CS_CONTROL_SHOWN)
      jail->shown[jail->nshown++] = got[i];
    else
      close(got[i]);
  }
}

/* Descriptors, and which process sent them, by the kernel's word. */
static void take_extras(struct msghdr *h, uint32_t kind, cs_jail *jail) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR(h); c; c = CMSG_NXTHDR(h, c)) {
    struct ucred who;
    if (c->cmsg_type == SCM_RIGHTS) take_descriptors(c, kind, jail);
    if (c->cmsg_type != SCM_CREDENTIALS || c->cmsg_len < CMSG_LEN(sizeof who))
      continue;
    memcpy(&who, CMSG_DATA(c), sizeof who);
    jail->sender = who.pid;
  }
}

/* Monotonic: the host's clock may be set while we wait. */
static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool cs_jail_await(int fd, short events, int ms) {
  struct pollfd p = {.fd = fd, .events = events};
  const int64_t end = now_ms() + ms;
  int left = ms, ready;
  while ((ready = poll(&p, 1, left)) < 0 && errno == EINTR) {
    int64_t more = end - now_ms();
    if (ms >= 0) left = more > 0 ? (int)more : 0;
  }
  return ready > 0;
}

cs_status cs_jail_hear(cs_jail *jail, int ms, cs_control *out) {
  if (!cs_jail_await(jail->control, POLLIN, ms)) return CS_ELIMIT;
  struct iovec io = {out, sizeof *out};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE((1 + CS_CONTROL_SHOWN) * sizeof(int)) +
              CMSG_SPACE(sizeof(struct ucred))];
  } c;
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = sizeof c};
  ssize_t n = recvmsg(jail->control, &h, MSG_CMSG_CLOEXEC);
  /* Said once when process 1 left without reading all we sent; its own last
   * words are still there. */
  if (n < 0 && errno == ECONNRESET)
    n = recvmsg(jail->control, &h, MSG_CMSG_CLOEXEC);
  if (n != (ssize_t)sizeof *out) return CS_EOS;
  take_extras(&h, out->kind, jail);
  out->text[sizeof out->text - 1] = 0;
  if (out->kind == CS_CONTROL_STARTED && !jail->foreign) jail->pid = out->value;
  return CS_OK;
}

/* --- life ---------------------------------------------------------------- */

/* A share of a processor cannot be had otherwise: it fails here, unless the
 * policy accepts that. */
static cs_status open_group_for(cs_jail *jail, const cs_jail_limits *l,
                                bool sandbox, cs_error *err) {
  const cs_cgroup_limits limits = {
      .memory = l->memory << cs_verify_fault("group"),
      .processes = l->processes,
      .share = cs_weaken("limits.cpus") ? 0 : l->share,
      .sandbox = sandbox};
  cs_cgroup_open(&jail->group, &limits);
  if (!limits.share || jail->group.quota || l->soft) return CS_OK;
  return cs_error_set(
      err, CS_EOS,
      "no control group limits processors here, and a part of "
      "one (limits.cpus) needs it; 'caisson doctor' tells more");
}

/* Probes leave it out to see what holds without. */
static cs_status open_group(cs_jail *jail, const cs_jail_spec *spec,
                            cs_error *err) {
  if (spec->weaken & CS_PLAN_NO_GROUP) return CS_OK;
  return open_group_for(jail, &spec->limits, spec->flags & CS_JAIL_SERVE, err);
}

/* Makes the group that limits the whole jail, whose processes are in it from
 * the beginning. */
static cs_status pass_group(cs_jail *jail, const cs_jail_spec *spec,
                            parcel *box, cs_error *err) {
  assert(!jail->confined);
  cs_status st = open_group(jail, spec, err);
  jail->confined = true;
  /* Version 2 takes a process at its birth and needs no late move. */
  jail->late = spec->flags & CS_JAIL_LATE && jail->group.version == 1;
  if (st != CS_OK || jail->late) return st;
  if (box->n + CS_CGROUP_MAX > FDS_MAX)
    return cs_error_set(err, CS_ELIMIT, "too many descriptors for a jail");
  int n = cs_cgroup_doors(&jail->group, box->fds + box->n);
  if (n < 0) return cs_error_os(err, "cannot open a jail's control group");
  box->n += (size_t)n;
  return CS_OK;
}

/* The helper's last word, and what this host would have to allow. */
static cs_status refused(const cs_control *m, const cs_jail_spec *spec,
                         cs_error *err) {
  cs_status st = cs_error_set(err, CS_EOS, "%s", m->text);
  if (err) err->os = m->value;
  if (!(spec->flags & CS_JAIL_TRIAL)) cs_missing_explain(err);
  return st;
}

/* The first message brings the pidfd of process 1, and nothing is believed
 * before it. */
static cs_status begin(cs_jail *jail, const cs_jail_spec *spec, cs_error *err) {
  assert(jail->control >= 0);
  cs_control m;
  cs_status st = cs_jail_hear(jail, START_MS, &m);
  if (st != CS_OK)
    return cs_error_set(err, CS_EOS, "the jail's helper ended at once");
  if (m.kind == CS_CONTROL_FAILED) return refused(&m, spec, err);
  if (m.kind != CS_CONTROL_STARTED || jail->pidfd < 0)
    return cs_error_set(err, CS_EOS, "the jail's helper talks nonsense");
  char go = CS_CONTROL_GO;
  if (send(jail->control, &go, 1, MSG_NOSIGNAL) == 1) return CS_OK;
  while (cs_jail_hear(jail, 0, &m) == CS_OK)
    if (m.kind == CS_CONTROL_FAILED) return refused(&m, spec, err);
  return cs_error_set(err, CS_EOS, "the jail ended at once");
}

/* The walls stand: look at them from outside, and only then let the program
 * begin. */
static cs_status admit(cs_jail *jail, const cs_jail_spec *spec, cs_error *err) {
  assert(jail->pidfd >= 0);
  cs_control m = {0};
  char go = CS_CONTROL_GO;
  cs_status st = CS_OK;
  /* A sandbox has no program yet: each exec is looked at by itself. */
  const bool serves = spec->flags & CS_JAIL_SERVE;
  const uint32_t awaited = serves ? CS_CONTROL_BUILT : CS_CONTROL_WALLED;
  if (spec->flags & (CS_JAIL_ZYGOTE | CS_JAIL_TRIAL)) return CS_OK;
  while (st == CS_OK && m.kind != awaited) {
    st = cs_jail_hear(jail, START_MS, &m);
    if (st == CS_OK && m.kind == CS_CONTROL_FAILED)
      return refused(&m, spec, err);
  }
  if (st != CS_OK) return cs_error_set(err, CS_EOS, "the jail ended at once");
  if (serves) return CS_OK; /* each of its programs is looked at */
  st = cs_verify_jail(jail, spec, jail->sender, err);
  if (st != CS_OK) return st;
  if (send(jail->control, &go, 1, MSG_NOSIGNAL) == 1) return CS_OK;
  return cs_error_set(err, CS_EOS, "the jail ended at once");
}

/* What no plan can express, and what this host lacks. */
static cs_status check_spec(const cs_jail_spec *spec, cs_error *err) {
  if (!(spec->flags & CS_JAIL_SERVE) && (!spec->argv || !spec->argv[0]))
    return cs_error_set(err, CS_EINVAL, "a jail needs a program");
#ifdef NDEBUG
  if (spec->weaken & ~(uint32_t)CS_PLAN_SUBSET &&
      !(spec->flags & CS_JAIL_TRIAL))
    return cs_error_set(err, CS_EINVAL,
                        "only test builds can switch walls off");
#endif
  if (spec->nkeep > FDS_MAX / 2)
    return cs_error_set(err, CS_EINVAL, "too many descriptors to keep");
  /* Asked for its version: no ruleset is made. */
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (abi < 1 && !(spec->flags & CS_JAIL_NO_LANDLOCK))
    return cs_error_set(err, CS_EOS,
                        "this kernel has no Landlock, the second wall around "
                        "files; accept that by the name 'landlock'");
  return CS_OK;
}

static cs_status start(const cs_jail_kit *kit, const cs_jail_spec *spec,
                       uint32_t extra, cs_jail *jail, cs_error *err) {
  assert(spec->nkeep <= FDS_MAX / 2);
  parcel box = {.n = spec->nkeep, .nkeep = spec->nkeep};
  int pair[2];
  pid_t helper = 0;
  *jail = (cs_jail){.pidfd = -1, .control = -1, .host = getpid()};
  if (spec->nkeep)
    memcpy(box.fds, spec->keep, spec->nkeep * sizeof *spec->keep);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return cs_error_os(err, "no socket for a jail");
  jail->control = pair[0];
  const int yes = 1;
  (void)setsockopt(pair[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
  CS_AUTO_FD
  int theirs = pair[1];
  cs_status st = pass_group(jail, spec, &box, err);
  CS_AUTO_FD
  int plan = st == CS_OK ? make_plan(spec, extra, &box, jail, err) : -1;
  st = plan < 0 ? CS_EOS : spawn(kit, spec, theirs, plan, &box, &helper, err);
  cs_cleanup_fd(&theirs);
  theirs = -1;
  cs_jail_drop(&box);
  if (st == CS_OK) st = begin(jail, spec, err);
  if (st == CS_OK) st = admit(jail, spec, err);
  if (helper > 0)
    while (waitpid(helper, NULL, 0) < 0 && errno == EINTR) {
    }
  if (st != CS_OK) cs_jail_stop(jail);
  return st;
}

cs_status cs_jail_start(const cs_jail_kit *kit, const cs_jail_spec *spec,
                        cs_jail *jail, cs_error *err) {
  jail->pidfd = jail->control = -1;
  cs_status st = check_spec(spec, err);
  return st == CS_OK ? start(kit, spec, 0, jail, err) : st;
}

/* The number by which this process knows the one behind a pidfd. */
static pid_t number_of(int pidfd) {
  assert(pidfd >= 0);
  char path[48], text[512];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", pidfd);
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (n <= 0) return 0;
  text[n] = 0;
  const char *at = strstr(text, "Pid:");
  return at ? (pid_t)strtol(at + 4, NULL, 10) : 0;
}

static bool in_same_space(pid_t a, pid_t b) {
  char path[48], one[64], other[64];
  snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)a);
  ssize_t n = readlink(path, one, sizeof one);
  snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)b);
  ssize_t k = readlink(path, other, sizeof other);
  return n > 0 && n == k && memcmp(one, other, (size_t)n) == 0;
}

/* Those who have all others below them.  What a zygote forked is its child, not
 * that of process 1; when it is dead, its number may be somebody else's. */
static bool find_first(const cs_jail *jail, pid_t first[2]) {
  assert(jail->pidfd >= 0);
  first[0] = number_of(jail->pidfd);
  first[1] = 0;
  if (first[0] > 0 && in_same_space(first[0], jail->program))
    first[1] = jail->program;
  return first[0] > 0;
}

void cs_jail_confine(cs_jail *jail, const cs_jail_limits *limits) {
  pid_t first[2];
  if (jail->confined || jail->pidfd < 0) return;
  jail->confined = true;
  if (!find_first(jail, first)) return;
  if (open_group_for(jail, limits, false, NULL) != CS_OK) {
    cs_jail_kill(jail);
    return;
  }
  jail->unruly = jail->group.n > 0 && !cs_cgroup_add_all(&jail->group, first);
  if (jail->unruly) cs_jail_kill(jail);
}

bool cs_jail_join(const cs_jail *jail) {
  pid_t first[2];
  return find_first(jail, first) && cs_cgroup_add_all(&jail->group, first);
}

void cs_jail_joined(cs_jail *jail) {
  jail->late = false;
}

bool cs_jail_time(cs_jail *jail, uint64_t *us) {
  pid_t first[2];
  if (!jail->metered && jail->pidfd >= 0) {
    jail->metered = true;
    if (find_first(jail, first) && !cs_cgroup_meter(&jail->group, first)) {
      jail->unruly = true;
      cs_jail_kill(jail);
    }
  }
  return cs_cgroup_time(&jail->group, us);
}

/* Only the process that made the jail: a fork of the host has a copy of the
 * descriptor and must not end its parent's jail. */
void cs_jail_kill(cs_jail *jail) {
  if (cs_weaken("kill_tree")) return;
  if (jail->pidfd >= 0 && jail->host == getpid())
    (void)syscall(SYS_pidfd_send_signal, jail->pidfd, SIGKILL, NULL, 0);
}

bool cs_jail_is_dead(const cs_jail *jail) {
  struct pollfd p = {.fd = jail->pidfd, .events = POLLIN};
  return jail->pidfd < 0 || poll(&p, 1, 0) == 1;
}

/* A zygote's jail is not our child; its pidfd tells when it is gone. */
static void reap(cs_jail *jail) {
  assert(jail->pidfd >= 0);
  siginfo_t info = {0};
  if (jail->foreign) (void)cs_jail_await(jail->pidfd, POLLIN, -1);
  while (!jail->foreign &&
         waitid(P_PIDFD, (id_t)jail->pidfd, &info, WEXITED) != 0 &&
         errno == EINTR) {
  }
}

/* The order: kill, wait, close, remove the groups, which must be empty for
 * it. */
void cs_jail_stop(cs_jail *jail) {
  const bool mine = jail->host == getpid();
  cs_jail_kill(jail);
  if (jail->pidfd >= 0 && mine) reap(jail);
  if (jail->pidfd >= 0) close(jail->pidfd);
  if (jail->control >= 0) close(jail->control);
  drop_shown(jail);
  if (mine) cs_cgroup_close(&jail->group);
  *jail = (cs_jail){.pidfd = -1, .control = -1};
}
