/*
 * selftest.c - the table of limits and the programs that pass them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "enforce/selftest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/team.h"
#include "enforce/selftest_policy.h"

#include "caisson/check.h"
#include "caisson/session.h"

#define BIT(id)  (UINT64_C(1) << CS_SELFTEST_##id)
#define ATTEMPTS 3 /* when there is no answer */

/* Where the trials happen. */
typedef struct place {
  cs_pool *pool;
  cs_workers *workers;
  cs_jails *jails;
  const char *faults;
} place;

typedef struct trial {
  cs_selftest_id id;
  bool jail; /* also for a program in a jail */
  const char *code;
  const char *limit;  /* name of the LIMIT that must end it, or */
  const char *raised; /* the exception that it must raise */
  /* Make the limit tight or wide. */
  void (*set)(cs_options *o, bool tight);
  cs_status (*equip)(cs_session *s, bool tight, const char *scratch);
  bool pending;     /* calls are answered later */
  const char *wide; /* the code with a wide limit; NULL: the same */
} trial;

typedef struct host {
  const trial *t;
  bool tight;
} host;

/* --- the host of a trial ------------------------------------------------- */

static cs_reply_kind answer_call(void *user, const cs_event *ev, cs_wire *w) {
  const host *h = user;
  (void)ev;
  if (h->t->pending) return CS_REPLY_PENDING;
  cs_wire_none(w);
  return CS_REPLY_VALUE;
}

static cs_reply_kind answer_wait(void *user, const cs_event *ev, cs_wire *w) {
  (void)user;
  cs_wire_begin(w, CS_WIRE_LIST, ev->npending);
  for (size_t i = 0; i < ev->npending; i++) {
    cs_wire_begin(w, CS_WIRE_TUPLE, 3);
    cs_wire_uint(w, ev->pending[i]);
    cs_wire_bool(w, true);
    cs_wire_none(w);
  }
  return CS_REPLY_VALUE;
}

/* Cancelling is what a deadline in real time does. */
static bool take_output(void *user, int stream, const char *text, size_t n) {
  const host *h = user;
  (void)stream;
  (void)text;
  (void)n;
  return h->t->id != CS_SELFTEST_CANCEL || !h->tight;
}

/* --- tight and wide ------------------------------------------------------ */

#define SETTER(name, field, small, large)       \
  static void name(cs_options *o, bool tight) { \
    o->field = tight ? (small) : (large);       \
  }
SETTER(set_fuel, fuel, 1000, 10000000)
SETTER(set_memory, memory, UINT64_C(4) << 20, UINT64_C(64) << 20)
SETTER(set_time, time_ms, 4, 10000)
SETTER(set_turn, turn_ms, 4, 10000)
SETTER(set_output, output, 1000, 100000)
SETTER(set_recursion, recursion, 40, 1000)
SETTER(set_source, source, 8, 1000)
SETTER(set_message, message, 4000, 100000)
SETTER(set_calls, calls, 2, 10)
SETTER(set_suspensions, suspensions, 2, 100)
SETTER(set_futures, futures, 2, 10)
SETTER(set_clock, os, 0, CS_OS_CLOCK)
SETTER(set_random, os, 0, CS_OS_ENTROPY)
SETTER(set_jail_memory, memory, UINT64_C(64) << 20, UINT64_C(384) << 20)

static void set_sleep(cs_options *o, bool tight) {
  o->os = CS_OS_CLOCK;
  o->sleep_ms = tight ? 1 : 1000;
}

static cs_status give_tool(cs_session *s, bool tight, const char *scratch) {
  (void)tight;
  (void)scratch;
  return cs_session_add_tool(s, "t", "()", NULL, 0);
}

static cs_status give_tool_if_wide(cs_session *s, bool tight,
                                   const char *scratch) {
  return tight ? CS_OK : give_tool(s, tight, scratch);
}

static cs_status give_memory(cs_session *s, bool tight, const char *scratch) {
  (void)scratch;
  return cs_session_mount(s, NULL, "/m", CS_MOUNT_OVERLAY,
                          tight ? 4096 : 1 << 20, NULL);
}

static cs_status give_env(cs_session *s, bool tight, const char *scratch) {
  (void)scratch;
  return tight ? CS_OK : cs_session_put_env(s, "CAISSON_TRIAL", "1");
}

/* A path that every host has. */
static cs_status give_file(cs_session *s, bool tight, const char *scratch) {
  (void)scratch;
  return tight ? CS_OK : cs_session_put_file(s, "/proc/self/status", "x", 1);
}

static cs_status give_scratch(cs_session *s, bool tight, const char *scratch) {
  return cs_session_mount(s, scratch, "/w", tight ? CS_MOUNT_RO : CS_MOUNT_RW,
                          0, NULL);
}

static cs_status give_protected(cs_session *s, bool tight,
                                const char *scratch) {
  unsigned mode = CS_MOUNT_RW | (tight ? 0u : (unsigned)CS_MOUNT_STRICT);
  return cs_session_mount(s, scratch, "/w", (cs_mount_mode)mode, 0, NULL);
}

/* --- the table ----------------------------------------------------------- */

#define SPIN  "for i in range(4000000): pass"
#define SHORT "for i in range(400): pass"
#define WAIT  "a = t()\nb = t()\nc = t()\nawait a\nawait b\nawait c"

static const trial trials[] = {
    {CS_SELFTEST_FUEL, false, "for i in range(2000): pass", "fuel", NULL,
     set_fuel, NULL, false, NULL},
    {CS_SELFTEST_HEAP, false, "x = [0] * 1000000", "memory", NULL, set_memory,
     NULL, false, NULL},
    {CS_SELFTEST_TIME, false, SPIN, "time", NULL, set_time, NULL, false, SHORT},
    {CS_SELFTEST_TURN, false, SPIN, "time", NULL, set_turn, NULL, false, SHORT},
    {CS_SELFTEST_OUTPUT, true, "print('x' * 20000)", "output", NULL, set_output,
     NULL, false, NULL},
    {CS_SELFTEST_RECURSION, false, "def f(n): return n and f(n - 1)\nf(100)",
     NULL, "RecursionError", set_recursion, NULL, false, NULL},
    {CS_SELFTEST_SOURCE, true, "x = 1 + 1 + 1", "source", NULL, set_source,
     NULL, false, NULL},
    {CS_SELFTEST_MESSAGE, true, "'x' * 20000", "message", NULL, set_message,
     NULL, false, NULL},
    {CS_SELFTEST_CALLS, true, "t()\nt()\nt()", "calls", NULL, set_calls,
     give_tool, false, NULL},
    {CS_SELFTEST_SUSPENSIONS, true, "t()\nt()\nt()", "suspensions", NULL,
     set_suspensions, give_tool, false, NULL},
    {CS_SELFTEST_FUTURES, true, WAIT, "futures", NULL, set_futures, give_tool,
     true, NULL},
    {CS_SELFTEST_SLEEP, false, "import time\ntime.sleep(0.003)", "sleep", NULL,
     set_sleep, NULL, false, NULL},
    {CS_SELFTEST_CANCEL, true,
     "import sys\nprint(1)\nsys.stdout.flush()\n" SPIN, "cancelled", NULL, NULL,
     NULL, false, "print(1)\n" SHORT},
    {CS_SELFTEST_DISK, false,
     "with open('/m/f', 'w') as f: f.write('x' * 9000)", NULL, "OSError", NULL,
     give_memory, false, NULL},
    {CS_SELFTEST_TOOLS, true, "t()", NULL, "NameError", NULL, give_tool_if_wide,
     false, NULL},
    {CS_SELFTEST_ENV, true, "import os\nos.environ['CAISSON_TRIAL']", NULL,
     "KeyError", NULL, give_env, false, NULL},
    {CS_SELFTEST_FILES, false, "open('/proc/self/status').close()", NULL,
     "PermissionError", NULL, give_file, false, NULL},
    {CS_SELFTEST_CLOCK, false, "import time\ntime.time()", NULL, "RuntimeError",
     set_clock, NULL, false, NULL},
    {CS_SELFTEST_RANDOM, false, "import os\nos.urandom(4)", NULL,
     "RuntimeError", set_random, NULL, false, NULL},
    {CS_SELFTEST_READ_ONLY, false,
     "import os\nopen('/w/f', 'w').close()\nos.remove('/w/f')", NULL, "OSError",
     NULL, give_scratch, false, NULL},
    {CS_SELFTEST_PROTECT, false,
     "import os\nopen('/w/.gitmodules', 'w').close()\n"
     "os.remove('/w/.gitmodules')",
     NULL, "PermissionError", NULL, give_protected, false, NULL},
};
#define TRIALS (sizeof trials / sizeof *trials)

/* In a jail, in which an interpreter takes a while to start. */
static const trial jail_trials[] = {
    {CS_SELFTEST_TIME, true, SPIN, "time", NULL, set_time, NULL, false, SHORT},
    {CS_SELFTEST_MEMORY, true, "x = bytes(80 << 20)", "memory", NULL,
     set_jail_memory, NULL, false, NULL},
};

/* --- running one --------------------------------------------------------- */

static bool faulty(const place *p, cs_selftest_id id) {
#ifdef NDEBUG
  (void)p;
  (void)id;
  return false;
#else
  static const char *const keys[] = {
#define X(name, key) key,
      CS_SELFTEST_LIST(X)
#undef X
  };
  const char *at = p->faults ? strstr(p->faults, keys[id]) : NULL;
  size_t n = strlen(keys[id]);
  return at && (at[n] == 0 || at[n] == ',') &&
         (at == p->faults || at[-1] == ',');
#endif
}

static cs_session *open_for(const place *p, const trial *t, bool tight,
                            const cs_host *h, const char *scratch) {
  cs_options o;
  cs_session *s;
  cs_options_init(&o);
  o.pool = p->pool;
  o.workers = p->workers;
  o.jails = p->jails;
  o.host = h;
  o.memory = UINT64_C(64) << 20;
  if (p->jails) o.memory = UINT64_C(384) << 20;
  if (t->set) t->set(&o, tight && !faulty(p, t->id));
  if (cs_session_open(&o, &s, NULL) != CS_OK) return NULL;
  if (t->equip && t->equip(s, tight && !faulty(p, t->id), scratch) != CS_OK) {
    cs_session_close(s);
    return NULL;
  }
  return s;
}

/* A program in a jail tells exceptions of limits by their own names. */
static bool is_end(const trial *t, const cs_event *ev, bool jail) {
  const char *type = ev->error ? ev->error->type : "";
  if (t->limit && ev->kind == CS_LIMIT) return strcmp(ev->name, t->limit) == 0;
  if (t->limit)
    return jail && strcmp(t->limit, "memory") == 0 && ev->kind == CS_RAISED &&
           strcmp(type, "MemoryError") == 0;
  return ev->kind == CS_RAISED && strcmp(type, t->raised) == 0;
}

/* What becomes of one attempt.  CRASHED is no answer: on a machine with too
 * much to do a jail may not come up in time. */
typedef enum ending { HELD, PASSED, CRASHED } ending;

static ending attempt_once(const place *p, const trial *t, bool tight,
                           const char *scratch) {
  host mine = {t, tight && !faulty(p, t->id)};
  cs_host h = {.size = sizeof h,
               .user = &mine,
               .output = take_output,
               .call = answer_call,
               .wait = answer_wait};
  cs_session *s = open_for(p, t, tight, &h, scratch);
  if (!s) return CRASHED;
  const char *code = tight || !t->wide ? t->code : t->wide;
  const cs_event *ev = cs_session_drive(s, code, strlen(code));
  bool good = tight ? is_end(t, ev, p->jails != NULL) : ev->kind == CS_DONE;
  ending how = good ? HELD : ev->kind == CS_CRASHED ? CRASHED : PASSED;
  cs_session_close(s);
  return how;
}

static bool attempt(const place *p, const trial *t, bool tight,
                    const char *scratch) {
  ending how = CRASHED;
  for (int i = 0; i < ATTEMPTS && how == CRASHED; i++)
    how = attempt_once(p, t, tight, scratch);
  return how == HELD;
}

static bool holds(const place *p, const trial *t, const char *scratch) {
  return attempt(p, t, true, scratch) && attempt(p, t, false, scratch);
}

const char *cs_selftest_key(cs_selftest_id id) {
  static const char *const keys[] = {
#define X(name, key) key,
      CS_SELFTEST_LIST(X)
#undef X
  };
  return keys[id];
}

static uint64_t try_all(const place *p, const char **failed) {
  /* Mounts need a directory; it is empty when it goes. */
  char scratch[] = "/tmp/caisson-trial-XXXXXX";
  bool has = mkdtemp(scratch) != NULL;
  uint64_t bits = 0;
  *failed = NULL;
  for (size_t i = 0; i < TRIALS; i++) {
    const trial *t = &trials[i];
    bool needs = t->equip == give_scratch || t->equip == give_protected;
    if ((!needs || has) && holds(p, t, scratch))
      bits |= UINT64_C(1) << t->id;
    else if (!*failed)
      *failed = cs_selftest_key(t->id);
  }
  if (has) (void)rmdir(scratch);
  return bits;
}

/* A rule for imports finds what it forbids, and nothing else. */
static bool judges(const place *p) {
  static const char *const none[] = {NULL}, *const os[] = {"os", NULL};
  static const char code[] = "import os";
  bool found[2] = {false, false};
  for (int tight = 0; tight < 2; tight++) {
    cs_check_options o;
    cs_check_report *r;
    cs_check_options_init(&o);
    o.profile = "none";
    o.block_imports = tight && !faulty(p, CS_SELFTEST_RULES) ? os : none;
    if (cs_check(&o, code, sizeof code - 1, &r, NULL) != CS_OK) return false;
    found[tight] = cs_check_result(r) == CS_CHECK_REFUSED;
    cs_check_free(r);
  }
  return found[1] && !found[0];
}

uint64_t cs_selftest_here(cs_pool *pool, const char *faults,
                          const char **failed) {
  place p = {.pool = pool, .faults = faults};
  uint64_t bits = try_all(&p, failed);
  if (judges(&p))
    bits |= BIT(RULES);
  else if (!*failed)
    *failed = cs_selftest_key(CS_SELFTEST_RULES);
  uint64_t off = 0;
  for (int i = CS_SELFTEST_STREAMS; i < CS_SELFTEST_COUNT; i++)
    if (faulty(&p, (cs_selftest_id)i)) off |= UINT64_C(1) << i;
  return bits | cs_selftest_policies(pool, off, failed);
}

uint64_t cs_selftest_worker(cs_workers *workers, const char *faults,
                            const char **failed) {
  place p = {.workers = workers, .faults = faults};
  return try_all(&p, failed);
}

/* --- in a jail ----------------------------------------------------------- */

/* An interpreter takes a while to start: wide trials share one. */
static bool wide_in(cs_session *s, const trial *t, host *h) {
  h->t = t;
  h->tight = false;
  const char *code = t->wide ? t->wide : t->code;
  return cs_session_drive(s, code, strlen(code))->kind == CS_DONE;
}

static cs_session *open_wide(const place *p, const cs_host *h) {
  static const trial plain = {.id = CS_SELFTEST_COUNT};
  cs_session *s = open_for(p, &plain, false, h, NULL);
  if (!s) return NULL;
  if (give_tool(s, false, NULL) == CS_OK && give_env(s, false, NULL) == CS_OK)
    return s;
  cs_session_close(s);
  return NULL;
}

#define JAIL_TRIALS  (sizeof jail_trials / sizeof *jail_trials)
#define JAIL_THREADS 4

/* Tight ones have a jail each and are tried at the same time. */
typedef struct jail_try {
  const place *p;
  const trial *list[TRIALS + JAIL_TRIALS];
  size_t n;
  bool tight[TRIALS + JAIL_TRIALS], wide[TRIALS + JAIL_TRIALS];
} jail_try;

static void try_wide(jail_try *j) {
  host mine = {NULL, false};
  cs_host h = {.size = sizeof h,
               .user = &mine,
               .output = take_output,
               .call = answer_call,
               .wait = answer_wait};
  for (int k = 0; k < ATTEMPTS; k++) {
    bool all = true;
    cs_session *s = open_wide(j->p, &h);
    for (size_t i = 0; i < j->n; i++) {
      if (s && !j->wide[i]) j->wide[i] = wide_in(s, j->list[i], &mine);
      all = all && j->wide[i];
    }
    if (s) cs_session_close(s);
    if (all) return;
  }
}

static void try_part(void *user, size_t i) {
  jail_try *j = user;
  if (i == 0)
    try_wide(j);
  else
    j->tight[i - 1] = attempt(j->p, j->list[i - 1], true, NULL);
}

uint64_t cs_selftest_jail(cs_jails *jails, const char *faults,
                          const char **failed) {
  place p = {.jails = jails, .faults = faults};
  jail_try j = {.p = &p};
  uint64_t bits = 0;
  for (size_t i = 0; i < TRIALS; i++)
    if (trials[i].jail) j.list[j.n++] = &trials[i];
  for (size_t i = 0; i < JAIL_TRIALS; i++) j.list[j.n++] = &jail_trials[i];
  cs_team_run(j.n + 1, JAIL_THREADS, try_part, &j);
  *failed = NULL;
  for (size_t i = 0; i < j.n; i++)
    if (j.tight[i] && j.wide[i])
      bits |= UINT64_C(1) << j.list[i]->id;
    else if (!*failed)
      *failed = cs_selftest_key(j.list[i]->id);
  return bits;
}

uint64_t cs_selftest_tried(bool jail) {
  uint64_t bits = 0;
  for (size_t i = 0; i < TRIALS; i++)
    if (!jail || trials[i].jail) bits |= UINT64_C(1) << trials[i].id;
  if (jail) bits |= BIT(TIME) | BIT(MEMORY);
  return bits;
}
