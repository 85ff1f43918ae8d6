/*
 * jails.c - the public face of jails.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/jails.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "jail/start.h"
#include "jail/zygote.h"

#define AHEAD_MAX  16
#define KINDS      3
#define DYING_MAX  64
#define DYING_EASY 24

/* Jails that are ready for sessions of one kind: same limits, directory and
 * environment. */
typedef struct kind {
  cs_buf key;                 /* what they were made for; empty: nothing yet */
  cs_runner ready[AHEAD_MAX]; /* forked and perhaps still on their way */
  size_t n;
  uint64_t used; /* when, in takes */
} kind;

struct cs_jails {
  cs_jail_kit kit;
  char *python;   /* owned; NULL: the system's */
  char *egress;   /* owned; NULL: this very program */
  char **preload; /* owned, NULL at the end; or NULL */
  cs_jails_options o;
  pthread_mutex_t lock; /* of everything below */
  cs_zygote zygote;
  kind kinds[KINDS];
  uint64_t takes;
  cs_jail dying[DYING_MAX]; /* killed; their ends were not waited for yet */
  size_t ndying;
  cs_probe_memory probes; /* needs no lock */
};

void cs_jails_options_init(cs_jails_options *o) {
  cs_jail_spec s;
  cs_jail_spec_init(&s);
  *o = (cs_jails_options){.size = sizeof *o,
                          .processes = s.limits.processes,
                          .files = s.limits.files,
                          .tmp = s.limits.tmp,
                          .file_size = s.limits.file_size};
}

static void drop_list(char **list) {
  for (char **p = list; p && *p; p++) free(*p);
  free(list);
}

static char **copy_list(const char *const *list, bool *bad) {
  size_t n = 0;
  if (!list) return NULL;
  while (list[n]) n++;
  char **out = calloc(n + 1, sizeof *out);
  *bad = !out;
  for (size_t i = 0; !*bad && i < n; i++) *bad = !(out[i] = strdup(list[i]));
  return out;
}

static cs_status copy_options(cs_jails *j, const cs_jails_options *o,
                              cs_error *err) {
  bool bad = false;
  cs_jails_options_init(&j->o);
  if (o) memcpy(&j->o, o, o->size < sizeof j->o ? o->size : sizeof j->o);
  if (j->o.python) bad = !(j->python = strdup(j->o.python));
  if (!bad && j->o.egress) bad = !(j->egress = strdup(j->o.egress));
  if (!bad) j->preload = copy_list(j->o.preload, &bad);
  j->o.egress = NULL;
  j->o.python = NULL;
  j->o.preload = NULL;
  if (j->o.ahead > AHEAD_MAX) j->o.ahead = AHEAD_MAX;
  if (bad) return cs_error_set(err, CS_EOS, "no memory");
  if (j->python && j->python[0] != '/')
    return cs_error_set(
        err, CS_EINVAL,
        "there is no interpreter '%.80s': give its absolute path", j->python);
  return CS_OK;
}

cs_status cs_jails_new(const cs_jails_options *o, cs_jails **out,
                       cs_error *err) {
  cs_jails *j = calloc(1, sizeof *j);
  if (!j) return cs_error_set(err, CS_EOS, "no memory");
  j->kit.helper = -1;
  j->zygote.jail.pidfd = j->zygote.jail.control = -1;
  pthread_mutex_init(&j->lock, NULL);
  for (size_t i = 0; i < KINDS; i++) cs_buf_init(&j->kinds[i].key, 1 << 20);
  cs_status st = copy_options(j, o, err);
  if (st == CS_OK) st = cs_jail_kit_open(&j->kit, err);
  if (st != CS_OK) {
    cs_jails_free(j);
    return st;
  }
  *out = j;
  return CS_OK;
}

const cs_jails_options *cs_jails_settings(const cs_jails *j) {
  return &j->o;
}

const char *cs_jails_egress(const cs_jails *j) {
  return j->egress;
}

const char *cs_jails_python(const cs_jails *j) {
  return j->python;
}

cs_probe_memory *cs_jails_probes(cs_jails *j) {
  return &j->probes;
}

/* --- ends ---------------------------------------------------------------- */

/* Wait for those that are dead, and until at most `most` are left. */
static void bury(cs_jails *j, size_t most) {
  size_t left = 0;
  for (size_t i = 0; i < j->ndying; i++) {
    cs_jail *d = &j->dying[i];
    bool wait = j->ndying - i + left > most;
    if (wait || cs_jail_is_dead(d))
      cs_jail_stop(d);
    else
      j->dying[left++] = *d;
  }
  j->ndying = left;
}

/* When ends come slower than programs, every caller waits a little for the
 * oldest, so that none has to wait for many. */
static void ease(const cs_jails *j) {
  struct pollfd p = {.fd = j->ndying ? j->dying[0].pidfd : -1,
                     .events = POLLIN};
  if (j->ndying > DYING_EASY) (void)poll(&p, 1, 1);
}

/* The end of a process namespace takes longer than most programs.  With the
 * lock. */
static void end(cs_jails *j, cs_runner *runner) {
  cs_jail_kill(&runner->jail);
  bury(j, DYING_MAX - 1);
  /* A fork that was confined took a while, and its group goes with it. */
  if (runner->jail.pidfd >= 0 &&
      (!runner->jail.foreign || runner->jail.group.n == 0)) {
    j->dying[j->ndying++] = runner->jail;
    runner->jail = (cs_jail){.pidfd = -1, .control = -1};
  }
}

void cs_jails_give(cs_jails *j, cs_runner *runner) {
  pthread_mutex_lock(&j->lock);
  end(j, runner);
  ease(j);
  pthread_mutex_unlock(&j->lock);
  cs_runner_close(runner);
}

static void empty(cs_jails *j, kind *k) {
  for (size_t i = 0; i < k->n; i++) {
    end(j, &k->ready[i]);
    cs_runner_close(&k->ready[i]);
  }
  k->n = 0;
}

static void empty_all(cs_jails *j) {
  for (size_t i = 0; i < KINDS; i++) empty(j, &j->kinds[i]);
}

void cs_jails_free(cs_jails *j) {
  if (!j) return;
  empty_all(j);
  bury(j, 0);
  cs_zygote_close(&j->zygote);
  cs_jail_kit_close(&j->kit);
  for (size_t i = 0; i < KINDS; i++) cs_buf_fini(&j->kinds[i].key);
  pthread_mutex_destroy(&j->lock);
  cs_probe_memory_fini(&j->probes);
  drop_list(j->preload);
  free(j->python);
  free(j->egress);
  free(j);
}

/* --- forks of the zygote ------------------------------------------------- */

static cs_status wake(cs_jails *j, cs_error *err) {
  if (j->zygote.jail.pidfd >= 0) return CS_OK;
  return cs_zygote_open(&j->kit, j->python, (const char *const *)j->preload,
                        &j->zygote, err);
}

cs_status cs_jails_warm(cs_jails *j, cs_error *err) {
  if (j->o.ahead == 0)
    return cs_error_set(err, CS_EINVAL, "nothing is kept ready: ahead is 0");
  pthread_mutex_lock(&j->lock);
  cs_status st = wake(j, err);
  pthread_mutex_unlock(&j->lock);
  return st;
}

/* Everything that a ready jail was made with. */
static cs_status put_key(const cs_runner_spec *s, size_t message, cs_buf *b) {
  uint64_t numbers[] = {s->jail.limits.memory, s->jail.limits.cpu_s,
                        s->jail.flags, message};
  cs_status st = cs_buf_put(b, numbers, sizeof numbers);
  const char *cwd = s->jail.cwd ? s->jail.cwd : "";
  if (st == CS_OK) st = cs_buf_put(b, cwd, strlen(cwd) + 1);
  for (const char *const *e = s->jail.env; st == CS_OK && e && *e; e++)
    st = cs_buf_put(b, *e, strlen(*e) + 1);
  return st;
}

/* The kind that a key belongs to, or the one that was not used for longest,
 * emptied for it. */
static kind *find_kind(cs_jails *j, const cs_buf *key) {
  kind *oldest = &j->kinds[0];
  for (size_t i = 0; i < KINDS; i++) {
    kind *k = &j->kinds[i];
    if (k->key.len == key->len && memcmp(k->key.data, key->data, key->len) == 0)
      return k;
    if (k->used < oldest->used) oldest = k;
  }
  empty(j, oldest);
  cs_buf_clear(&oldest->key);
  return cs_buf_put(&oldest->key, key->data, key->len) == CS_OK ? oldest : NULL;
}

/* NULL: no memory. */
static kind *use_kind(cs_jails *j, const cs_runner_spec *s, size_t message) {
  cs_buf key;
  cs_buf_init(&key, 1 << 20);
  kind *k = put_key(s, message, &key) == CS_OK ? find_kind(j, &key) : NULL;
  cs_buf_fini(&key);
  if (k) k->used = ++j->takes;
  return k;
}

/* A zygote that died took all its forks with it. */
static void forget_dead(cs_jails *j) {
  if (j->zygote.jail.pidfd < 0 || !cs_jail_is_dead(&j->zygote.jail)) return;
  empty_all(j);
  cs_zygote_close(&j->zygote);
}

static cs_status fork_one(cs_jails *j, const cs_runner_spec *spec,
                          size_t message, cs_runner *out, cs_error *err) {
  cs_status st = wake(j, err);
  if (st != CS_OK) return st;
  st = cs_zygote_fork(&j->zygote, spec, message, out, err);
  if (!j->zygote.gone) return st;
  empty_all(j); /* once more with another */
  cs_zygote_close(&j->zygote);
  st = wake(j, err);
  return st == CS_OK ? cs_zygote_fork(&j->zygote, spec, message, out, err) : st;
}

/* Wait for a fork and look at it.  One that never came (a kernel that cannot
 * make it in a zygote's namespaces, a zygote that was killed or got no process)
 * is replaced by a jail of its own, once; one that came and lacks a wall is
 * not. */
static cs_status meet(cs_jails *j, const cs_runner_spec *spec, size_t message,
                      cs_runner *out, cs_error *err) {
  cs_status st = cs_zygote_meet(out, err);
  if (st == CS_OK) st = cs_start_verify(spec, out, err);
  if (st == CS_OK) return CS_OK;
  bool came = out->greeted;
  cs_runner_close(out);
  return came ? st : cs_runner_open(&j->kit, spec, message, out, err);
}

/* One with mounts is made for its session alone. */
static cs_status take_mounted(cs_jails *j, const cs_runner_spec *spec,
                              size_t message, cs_runner *out, cs_error *err) {
  pthread_mutex_lock(&j->lock);
  bury(j, DYING_MAX);
  forget_dead(j);
  cs_status st = fork_one(j, spec, message, out, err);
  pthread_mutex_unlock(&j->lock);
  if (st == CS_OK) return meet(j, spec, message, out, err);
  return cs_runner_open(&j->kit, spec, message, out, err);
}

static void refill(cs_jails *j, kind *k, const cs_runner_spec *spec,
                   size_t message) {
  while (k->n < j->o.ahead && cs_zygote_fork(&j->zygote, spec, message,
                                             &k->ready[k->n], NULL) == CS_OK)
    k->n++;
}

/* The one that has said its first byte; else the one that was asked for first.
 */
static size_t pick(const kind *k) {
  struct pollfd p[AHEAD_MAX];
  size_t at = 0;
  for (size_t i = 0; i < k->n; i++)
    p[i] = (struct pollfd){.fd = k->ready[i].channel, .events = POLLIN};
  if (poll(p, (nfds_t)k->n, 0) <= 0) return 0;
  while (at < k->n && !(p[at].revents & POLLIN)) at++;
  return at < k->n ? at : 0;
}

/* Takes a ready one and asks for the next, which gets ready meanwhile. */
static cs_status take_ready(cs_jails *j, const cs_runner_spec *spec,
                            size_t message, cs_runner *out, cs_error *err) {
  kind *k = use_kind(j, spec, message);
  cs_status st = CS_OK;
  if (!k) return cs_error_set(err, CS_EOS, "no memory");
  if (k->n > 0) {
    size_t at = pick(k);
    *out = k->ready[at];
    k->n--;
    memmove(&k->ready[at], &k->ready[at + 1], (k->n - at) * sizeof *out);
  } else {
    st = fork_one(j, spec, message, out, err);
  }
  if (st == CS_OK) refill(j, k, spec, message);
  return st;
}

static cs_status take_fork(cs_jails *j, const cs_runner_spec *spec,
                           size_t message, cs_runner *out, cs_error *err) {
  pthread_mutex_lock(&j->lock);
  bury(j, DYING_MAX);
  forget_dead(j);
  cs_status st = take_ready(j, spec, message, out, err);
  pthread_mutex_unlock(&j->lock);
  return st == CS_OK ? meet(j, spec, message, out, err) : st;
}

/* One bit from the options to the helper: see base/walls.def. */
_Static_assert((int)CS_JAILS_NO_SPAWN == CS_WALL_NO_SPAWN &&
                   (int)CS_JAILS_NO_UNIX == CS_WALL_NO_UNIX,
               "public flags are walls");

cs_status cs_jails_take(cs_jails *j, cs_runner_spec *spec, size_t message,
                        cs_runner *out, cs_error *err) {
  cs_jail_limits *l = &spec->jail.limits;
  spec->python = j->python;
  l->processes = j->o.processes;
  l->files = j->o.files;
  l->tmp = j->o.tmp;
  l->file_size = j->o.file_size;
  l->cpus = j->o.cpus;
  l->share = j->o.share;
  l->soft = j->o.flags & CS_JAILS_SOFT_SHARE;
  if (j->o.flags & CS_JAILS_NO_LANDLOCK)
    spec->jail.flags |= CS_JAIL_NO_LANDLOCK;
  if (j->o.flags & CS_JAILS_LOOPBACK) spec->jail.flags |= CS_JAIL_LOOPBACK;
  spec->jail.walls |= j->o.flags & CS_WALLS;
  /* What lies below a directory that is new in every fork is not in it. */
  bool hidden = j->python && strncmp(j->python, "/tmp/", 5) == 0;
  if (hidden && j->preload && j->preload[0])
    return cs_error_set(err, CS_EINVAL,
                        "nothing can be imported ahead for an interpreter "
                        "below /tmp: install it elsewhere, or leave out "
                        "preload");
  if (j->o.ahead == 0 || hidden || spec->jail.way.post)
    return cs_runner_open(&j->kit, spec, message, out, err);
  if (spec->jail.nmounts > 0 || spec->jail.ncovers > 0)
    return take_mounted(j, spec, message, out, err);
  return take_fork(j, spec, message, out, err);
}
