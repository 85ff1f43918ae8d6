/*
 * jails.c - the public face of jails.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/jails.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "jail/start.h"
#include "jail/zygote.h"
#include "session/session_in.h"

#define AHEAD_MAX  16
#define DYING_MAX  64
#define DYING_EASY 24

struct cs_jails {
  cs_jail_kit kit;
  char *python;   /* owned; NULL: the system's */
  char **preload; /* owned, NULL at the end; or NULL */
  cs_jails_options o;
  pthread_mutex_t lock; /* of everything below */
  cs_zygote zygote;
  cs_runner ready[AHEAD_MAX]; /* forked and perhaps still on their way */
  size_t nready;
  cs_buf key;               /* what the ready ones were made for */
  cs_jail dying[DYING_MAX]; /* killed; their ends were not waited for yet */
  size_t ndying;
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
  if (!bad) j->preload = copy_list(j->o.preload, &bad);
  j->o.python = NULL;
  j->o.preload = NULL;
  if (j->o.ahead > AHEAD_MAX) j->o.ahead = AHEAD_MAX;
  if (bad) return cs_error_set(err, CS_EOS, "no memory");
  if (j->python && j->python[0] != '/')
    return cs_error_set(err, CS_EINVAL, "'%.80s' is no absolute path",
                        j->python);
  return CS_OK;
}

cs_status cs_jails_new(const cs_jails_options *o, cs_jails **out,
                       cs_error *err) {
  cs_jails *j = calloc(1, sizeof *j);
  if (!j) return cs_error_set(err, CS_EOS, "no memory");
  j->kit.helper = -1;
  j->zygote.jail.pidfd = j->zygote.jail.control = -1;
  pthread_mutex_init(&j->lock, NULL);
  cs_buf_init(&j->key, 1 << 20);
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

const char *cs_jails_python(const cs_jails *j) {
  return j->python;
}

static void drop_ready(cs_jails *j) {
  for (size_t i = 0; i < j->nready; i++) cs_runner_close(&j->ready[i]);
  j->nready = 0;
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

/* The end of a process namespace takes longer than most programs. */
void cs_jails_give(cs_jails *j, cs_runner *runner) {
  cs_jail jail = {.pidfd = -1, .control = -1};
  cs_jail_kill(&runner->jail);
  pthread_mutex_lock(&j->lock);
  ease(j);
  bury(j, DYING_MAX - 1);
  /* One that was confined took a while, and its group goes with it. */
  if (runner->jail.foreign && runner->jail.pidfd >= 0 &&
      runner->jail.group.n == 0) { /* not our child */
    j->dying[j->ndying++] = runner->jail;
    runner->jail = jail;
  }
  pthread_mutex_unlock(&j->lock);
  cs_runner_close(runner);
}

void cs_jails_free(cs_jails *j) {
  if (!j) return;
  drop_ready(j);
  bury(j, 0);
  cs_zygote_close(&j->zygote);
  cs_jail_kit_close(&j->kit);
  cs_buf_fini(&j->key);
  pthread_mutex_destroy(&j->lock);
  drop_list(j->preload);
  free(j->python);
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

/* Forget the ready ones if they were made for something else. */
static cs_status use_key(cs_jails *j, const cs_runner_spec *s, size_t message) {
  cs_buf key;
  cs_buf_init(&key, 1 << 20);
  cs_status st = put_key(s, message, &key);
  if (st == CS_OK &&
      (key.len != j->key.len || memcmp(key.data, j->key.data, key.len) != 0)) {
    drop_ready(j);
    cs_buf_clear(&j->key);
    st = cs_buf_put(&j->key, key.data, key.len);
  }
  cs_buf_fini(&key);
  return st;
}

static cs_status fork_one(cs_jails *j, const cs_runner_spec *spec,
                          size_t message, cs_runner *out, cs_error *err) {
  cs_status st = wake(j, err);
  if (st == CS_OK) st = cs_zygote_fork(&j->zygote, spec, message, out, err);
  if (st != CS_EOS) return st;
  drop_ready(j); /* the zygote died: once more with another */
  cs_zygote_close(&j->zygote);
  st = wake(j, err);
  return st == CS_OK ? cs_zygote_fork(&j->zygote, spec, message, out, err) : st;
}

/* One with mounts is made for its session alone.  A kernel that cannot do that
 * in a zygote's namespaces may still do it in new ones. */
static cs_status take_mounted(cs_jails *j, const cs_runner_spec *spec,
                              size_t message, cs_runner *out, cs_error *err) {
  pthread_mutex_lock(&j->lock);
  bury(j, DYING_MAX);
  cs_status st = fork_one(j, spec, message, out, err);
  pthread_mutex_unlock(&j->lock);
  if (st == CS_OK) {
    st = cs_zygote_meet(out, err);
    if (st != CS_OK) cs_runner_close(out);
  }
  if (st != CS_OK) return cs_runner_open(&j->kit, spec, message, out, err);
  st = cs_start_verify(spec, out, err);
  if (st != CS_OK) cs_runner_close(out);
  return st;
}

/* Takes a ready one and asks for the next, which gets ready meanwhile. */
static cs_status take_fork(cs_jails *j, const cs_runner_spec *spec,
                           size_t message, cs_runner *out, cs_error *err) {
  pthread_mutex_lock(&j->lock);
  bury(j, DYING_MAX);
  cs_status st = use_key(j, spec, message);
  if (st == CS_OK && j->nready > 0) {
    *out = j->ready[0];
    j->nready--;
    memmove(&j->ready[0], &j->ready[1], j->nready * sizeof *out);
  } else if (st == CS_OK) {
    st = fork_one(j, spec, message, out, err);
  }
  while (st == CS_OK && j->nready < j->o.ahead &&
         cs_zygote_fork(&j->zygote, spec, message, &j->ready[j->nready],
                        NULL) == CS_OK)
    j->nready++;
  pthread_mutex_unlock(&j->lock);
  if (st == CS_OK) {
    st = cs_zygote_meet(out, err);
    if (st == CS_OK) st = cs_start_verify(spec, out, err);
    if (st != CS_OK) cs_runner_close(out);
  }
  return st;
}

cs_status cs_jails_take(cs_jails *j, cs_runner_spec *spec, size_t message,
                        cs_runner *out, cs_error *err) {
  cs_jail_limits *l = &spec->jail.limits;
  spec->python = j->python;
  l->processes = j->o.processes;
  l->files = j->o.files;
  l->tmp = j->o.tmp;
  l->file_size = j->o.file_size;
  l->cpus = j->o.cpus;
  if (j->o.flags & CS_JAILS_NO_LANDLOCK)
    spec->jail.flags |= CS_JAIL_NO_LANDLOCK;
  if (j->o.flags & CS_JAILS_LOOPBACK) spec->jail.flags |= CS_JAIL_LOOPBACK;
  if (j->o.flags & CS_JAILS_NO_SPAWN) spec->jail.flags |= CS_JAIL_NO_SPAWN;
  if (j->o.flags & CS_JAILS_NO_UNIX) spec->jail.flags |= CS_JAIL_NO_UNIX;
  /* What lies below a directory that is new in every fork is not in it. */
  bool hidden = j->python && strncmp(j->python, "/tmp/", 5) == 0;
  if (hidden && j->preload && j->preload[0])
    return cs_error_set(err, CS_EINVAL,
                        "nothing can be imported ahead for an interpreter "
                        "below /tmp: install it elsewhere, or leave out "
                        "preload");
  if (j->o.ahead == 0 || hidden)
    return cs_runner_open(&j->kit, spec, message, out, err);
  if (spec->jail.nmounts > 0 || spec->jail.ncovers > 0)
    return take_mounted(j, spec, message, out, err);
  return take_fork(j, spec, message, out, err);
}
