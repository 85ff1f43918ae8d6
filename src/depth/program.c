/*
 * program.c - turns of a program in a jail: frames become stops.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/program.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/cleanup.h"
#include "depth/covered.h"
#include "depth/engine_ops.h"
#include "depth/program_in.h"
#include "jail/system.h"

#define SLICE_MS  10
#define LOOK_US   20000 /* between two looks at the processor time */
#define GREET_MS  30000
#define DYING_MS  2000
#define SETUP_MAX (UINT64_C(64) << 20)

/* --- life ---------------------------------------------------------------- */

cs_status cs_program_new(cs_jails *jails, const cs_program_limits *limits,
                         cs_program **out, cs_error *err) {
  cs_program *p = calloc(1, sizeof *p);
  if (!p) return cs_error_set(err, CS_EOS, "no memory");
  p->jails = jails;
  p->limits = *limits;
  p->exit_code = -1;
  cs_buf_init(&p->setup, SETUP_MAX);
  cs_buf_init(&p->once, CS_WIRE_MAX);
  cs_wire_init(&p->out, CS_WIRE_MAX);
  *out = p;
  return CS_OK;
}

static void kill_process(cs_program *p) {
  if (p->live) cs_runner_close(&p->runner);
  p->live = p->running = p->dying = false;
  p->op = 0;
  p->kind = CS_ASK_NONE;
  p->npending = 0;
  p->calls = 0;
}

static void drop_names(names *l) {
  for (size_t i = 0; i < l->n; i++) free(l->at[i]);
  free(l->at);
  *l = (names){0};
}

void cs_program_free(cs_program *p) {
  if (!p) return;
  if (p->live && !p->running && !p->limits.waits) {
    cs_jails_give(p->jails, &p->runner);
    p->live = false;
  }
  kill_process(p);
  cs_program_way_close(p);
  for (size_t i = 0; i < p->nmounts; i++) {
    free((void *)(uintptr_t)p->mounts[i].host);
    free((void *)(uintptr_t)p->mounts[i].at);
    if (p->mounts[i].fd > 0) close(p->mounts[i].fd);
  }
  for (size_t i = 0; i < p->nenv; i++) free(p->env[i]);
  drop_names(&p->tools);
  cs_buf_fini(&p->setup);
  cs_buf_fini(&p->once);
  cs_wire_fini(&p->out);
  free(p->pending);
  free(p);
}

cs_status cs_program_reset(cs_program *p) {
  kill_process(p);
  cs_buf_clear(&p->setup);
  cs_buf_clear(&p->once);
  drop_names(&p->tools);
  return CS_OK;
}

/* It died, was killed or talks nonsense. */
static cs_stop lose(cs_program *p, const char *why) {
  bool memory = p->live && cs_cgroup_killed(&p->runner.jail.group);
  cs_control m;
  snprintf(p->why, sizeof p->why, "%s", why);
  while (p->live && cs_jail_hear(&p->runner.jail, 0, &m) == CS_OK)
    if (m.kind == CS_CONTROL_FAILED)
      snprintf(p->why, sizeof p->why, "%s", m.text);
  kill_process(p);
  if (!memory) return p->stop = CS_STOP_FAILED;
  snprintf(p->type, sizeof p->type, "MemoryError");
  p->text = "MemoryError: all processes together reached the limit of memory\n";
  p->text_len = strlen(p->text);
  p->chain_len = 0;
  p->exit_code = -1;
  return p->stop = CS_STOP_RAISED;
}

static cs_stop end_by_limit(cs_program *p, const char *which) {
  kill_process(p);
  snprintf(p->type, sizeof p->type, "%s", which);
  return p->stop = CS_STOP_LIMIT;
}

const char *cs_program_why(const cs_program *p) {
  return p->why[0] ? p->why : "the program in the jail died";
}

/* --- configuration ------------------------------------------------------- */

cs_status cs_program_mount(cs_program *p, const char *host, int source,
                           const char *at, cs_jail_mode mode, uint64_t limit,
                           cs_error *err) {
  if (p->nmounts == PROGRAM_MOUNTS)
    return cs_error_set(err, CS_ELIMIT, "at most %d mounts", PROGRAM_MOUNTS);
  if (cs_system_check(at, err) != CS_OK) return CS_EINVAL;
  CS_AUTO_FREE
  char *from = host ? realpath(host, NULL) : NULL;
  CS_AUTO_FREE
  char *to = strdup(at);
  if (host && !from) return cs_error_os(err, "cannot mount '%.80s'", host);
  if (!to) return cs_error_set(err, CS_EOS, "no memory for a mount");
  int fd = host ? fcntl(source, F_DUPFD_CLOEXEC, 3) : 0;
  if (fd < 0) return cs_error_os(err, "cannot mount '%.80s'", host);
  p->mounts[p->nmounts++] = (cs_jail_mount){.host = cs_steal(&from),
                                            .fd = fd,
                                            .at = cs_steal(&to),
                                            .mode = mode,
                                            .limit = limit};
  return CS_OK;
}

/* Only the jail has it: an overlay, or a directory in memory. */
static bool is_shown(const cs_jail_mount *m) {
  return m->host ? m->mode == CS_JAIL_OVERLAY : strcmp(m->at, "/tmp") != 0;
}

/* Does a mount hang over the jail's own /tmp? */
static bool covers_tmp(const cs_program *p) {
  for (size_t i = 0; i < p->nmounts; i++)
    if (strcmp(p->mounts[i].at, "/tmp") == 0) return true;
  return false;
}

const char *cs_program_writable(const cs_program *p, size_t n) {
  for (size_t i = 0; i < p->nmounts; i++)
    if ((p->mounts[i].mode == CS_JAIL_RW || is_shown(&p->mounts[i])) &&
        n-- == 0)
      return p->mounts[i].at;
  if (n > 0 || covers_tmp(p)) return NULL;
  return "/tmp";
}

int cs_program_shown(const cs_program *p, size_t n, const char **at) {
  const cs_jail *jail = &p->runner.jail;
  size_t i = 0, left = n;
  *at = n == 0 && !covers_tmp(p) ? "/tmp" : NULL; /* control.h: it is first */
  for (; n > 0 && i < p->nmounts; i++)
    if (is_shown(&p->mounts[i]) && --left == 0) {
      *at = p->mounts[i].at;
      break;
    }
  return p->live && n < jail->nshown ? jail->shown[n] : -1;
}

const char *cs_program_mount_at(const cs_program *p, size_t i) {
  return i < p->nmounts ? p->mounts[i].at : NULL;
}

void cs_program_set_cwd(cs_program *p, const char *path) {
  snprintf(p->cwd, sizeof p->cwd, "%s", path);
}

cs_status cs_program_put_env(cs_program *p, const char *name,
                             const char *value) {
  size_t n = strlen(name), i = 0;
  if (n == 0 || strchr(name, '=')) return CS_EINVAL;
  while (i < p->nenv &&
         (strncmp(p->env[i], name, n) != 0 || p->env[i][n] != '='))
    i++;
  if (i < p->nenv) { /* replace or remove */
    free(p->env[i]);
    p->env[i] = p->env[--p->nenv];
    p->env[p->nenv] = NULL;
  }
  if (!value) return CS_OK;
  if (p->nenv == PROGRAM_ENV) return CS_ELIMIT;
  size_t room = n + strlen(value) + 2;
  char *text = malloc(room);
  if (!text) return CS_EOS;
  snprintf(text, room, "%s=%s", name, value);
  p->env[p->nenv++] = text;
  return CS_OK;
}

void cs_program_on_poll(cs_program *p, bool (*poll)(void *), void *arg) {
  p->poll = poll;
  p->poll_arg = arg;
}

void cs_program_interrupt(cs_program *p, bool on) {
  atomic_store(&p->interrupted, on);
}

/* --- asking for what runs no program ------------------------------------- */

static bool is_late(cs_program *p) {
  return atomic_load(&p->interrupted) || (p->poll && p->poll(p->poll_arg));
}

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static bool is_overdue(const cs_program *p) {
  return now_us() - p->asked_us > UINT64_C(1000) * GREET_MS;
}

/* Wait for STATUS; what is printed meanwhile is nobody's. */
static cs_status read_status(cs_program *p, cs_wire_in *in) {
  cs_runner_got got;
  int64_t st;
  while (!is_overdue(p)) {
    cs_runner_event e = cs_runner_next(&p->runner, SLICE_MS, &got);
    if (e == CS_RUNNER_GONE || atomic_load(&p->interrupted)) break;
    if (e != CS_RUNNER_FRAME) continue;
    *in = cs_wire_read(got.data, got.len);
    if (got.kind != CS_RUNNER_STATUS || !cs_wire_get_int(in, &st) || st < 0 ||
        st > CS_ESYNTAX)
      break;
    return (cs_status)st;
  }
  (void)lose(p, "the program in the jail does not answer");
  return CS_EOS;
}

static cs_status ask(cs_program *p, cs_runner_op op, cs_wire_in *in) {
  cs_status st = p->out.status;
  p->asked_us = now_us();
  if (st == CS_OK) st = cs_runner_send(&p->runner, op, p->out.data, p->out.len);
  return st == CS_OK ? read_status(p, in) : st;
}

static cs_status keep(cs_buf *b, cs_runner_op op, const cs_wire *w) {
  uint32_t head[2] = {(uint32_t)op, (uint32_t)w->len};
  cs_status st = w->status;
  if (st == CS_OK) st = cs_buf_put(b, head, sizeof head);
  return st == CS_OK ? cs_buf_put(b, w->data, w->len) : st;
}

static cs_status replay(cs_program *p, const cs_buf *b) {
  cs_status st = CS_OK;
  for (size_t at = 0; st == CS_OK && at < b->len;) {
    uint32_t head[2];
    cs_wire_in in;
    memcpy(head, b->data + at, sizeof head);
    at += sizeof head;
    p->asked_us = now_us();
    st = cs_runner_send(&p->runner, (cs_runner_op)head[0], b->data + at,
                        head[1]);
    if (st == CS_OK) st = read_status(p, &in);
    at += head[1];
  }
  return st;
}

/* --- the process --------------------------------------------------------- */

static bool go_on(void *arg);

static cs_status launch(cs_program *p) {
  cs_runner_spec spec = {0};
  cs_error err = {0};
  cs_jail_spec_init(&spec.jail);
  spec.jail.mounts = p->mounts;
  spec.jail.nmounts = p->nmounts;
  spec.jail.limits.memory = p->limits.memory;
  spec.jail.limits.disk = p->limits.disk;
  spec.jail.limits.inodes = p->limits.inodes;
  spec.jail.limits.cpu_s = (p->limits.cpu_ms + 999) / 1000;
  if (p->cwd[0]) spec.jail.cwd = p->cwd;
  static const char *const fixed[] = {"PATH=/usr/local/bin:/usr/bin:/bin",
                                      "HOME=/tmp", "LANG=C.UTF-8"};
  const char *env[2 * PROGRAM_ENV];
  size_t n = 0;
  for (size_t i = 0; i < 3; i++) {
    size_t name = strcspn(fixed[i], "=") + 1, k = 0;
    while (k < p->nenv && strncmp(p->env[k], fixed[i], name) != 0) k++;
    if (k == p->nenv) env[n++] = fixed[i];
  }
  for (size_t i = 0; i < p->nenv; i++) env[n++] = p->env[i];
  env[n] = NULL;
  spec.jail.env = env;
  cs_covers covers = {0};
  cs_status st = cs_covered_find(p->limits.policy, p->mounts, p->nmounts,
                                 p->limits.log, &covers, &err);
  spec.jail.covers = covers.at;
  spec.jail.ncovers = covers.n;
  if (covers.names) spec.jail.flags |= CS_JAIL_NAMES;
  if (st == CS_OK)
    st = cs_program_way_fit(p, &spec.jail, env, &n, 2 * PROGRAM_ENV, &err);
  if (st == CS_OK)
    st = cs_jails_take(p->jails, &spec, p->limits.message, &p->runner, &err);
  cs_covers_fini(&covers);
  p->whole = spec.jail.limits;
  p->runner.wait = go_on;
  p->runner.wait_arg = p;
  if (st != CS_OK) snprintf(p->why, sizeof p->why, "no jail: %s", err.text);
  return st;
}

static cs_status ensure(cs_program *p) {
  if (p->live) return CS_OK;
  cs_status st = launch(p);
  if (st != CS_OK) return st;
  p->live = true;
  p->calls = p->runs = 0;
  st = replay(p, &p->setup);
  if (st == CS_OK) st = replay(p, &p->once);
  cs_buf_clear(&p->once);
  if (st != CS_OK) kill_process(p);
  return st;
}

/* --- turns --------------------------------------------------------------- */

static bool get_nonce(const cs_program *p, cs_wire_in *in) {
  int64_t v;
  return cs_wire_get_int(in, &v) && v == p->nonce;
}

static bool is_tool(const cs_program *p) {
  for (size_t i = 0; i < p->tools.n; i++)
    if (strlen(p->tools.at[i]) == p->name_len &&
        memcmp(p->tools.at[i], p->name, p->name_len) == 0)
      return true;
  return false;
}

/* The session answers it without being told of it first. */
static bool is_display(const cs_program *p) {
  return p->name_len == sizeof CS_DISPLAY_CALL - 1 &&
         memcmp(p->name, CS_DISPLAY_CALL, p->name_len) == 0;
}

/* Numbers are ours: the next one, or the frame is forged. */
static bool get_call(cs_program *p, cs_wire_in *in) {
  int64_t number;
  if (!get_nonce(p, in) || !cs_wire_get_int(in, &number) ||
      (uint64_t)number != p->calls + 1 ||
      !cs_wire_get_str(in, &p->name, &p->name_len) ||
      cs_wire_check(in->at, (size_t)(in->end - in->at), 2) != CS_OK)
    return false;
  cs_wire_in look = *in;
  uint32_t n;
  cs_wire_item item;
  if (cs_wire_next(&look, &item) != CS_OK || item.tag != CS_WIRE_TUPLE)
    return false;
  look = *in;
  if (cs_wire_skip(&look) != CS_OK || !cs_wire_get_dict(&look, &n))
    return false;
  p->calls++;
  p->kind = CS_ASK_CALL;
  p->args = in->at;
  p->args_len = (size_t)(in->end - in->at);
  p->stop = CS_STOP_CALL;
  return true;
}

static bool get_wait(cs_program *p, cs_wire_in *in) {
  if (!get_nonce(p, in) || !cs_wire_get_float(in, &p->timeout)) return false;
  p->kind = CS_ASK_WAIT;
  p->stop = CS_STOP_WAIT;
  return in->at == in->end;
}

static bool get_done(cs_program *p, cs_wire_in *in) {
  if (!get_nonce(p, in) || !cs_wire_get_bool(in, &p->has_result)) return false;
  p->result = in->at;
  p->result_len = (size_t)(in->end - in->at);
  p->stop = CS_STOP_DONE;
  return cs_wire_check(p->result, p->result_len, p->has_result) == CS_OK;
}

static bool get_type(cs_program *p, cs_wire_in *in) {
  const char *s;
  size_t n;
  if (!cs_wire_get_str(in, &s, &n)) return false;
  if (n >= sizeof p->type) n = sizeof p->type - 1;
  memcpy(p->type, s, n);
  p->type[n] = 0;
  return true;
}

static bool get_raised(cs_program *p, cs_wire_in *in) {
  int64_t code;
  if (!get_nonce(p, in) || !get_type(p, in) ||
      !cs_wire_get_str(in, &p->text, &p->text_len) ||
      !cs_wire_get_int(in, &code) || code < -1 || code > 255 ||
      !cs_wire_get_bytes(in, &p->chain, &p->chain_len) ||
      !cs_wire_get_bool(in, &p->invalid))
    return false;
  p->exit_code = (int)code;
  p->stop = CS_STOP_RAISED;
  return p->chain_len == 0 || cs_wire_check(p->chain, p->chain_len, 1) == CS_OK;
}

static bool get_frame(cs_program *p, const cs_runner_got *got) {
  cs_wire_in in = cs_wire_read(got->data, got->len);
  p->running = false;
  switch (got->kind) {
    case CS_RUNNER_CALL: return get_call(p, &in);
    case CS_RUNNER_WAIT: return get_wait(p, &in);
    case CS_RUNNER_DONE: return get_done(p, &in);
    case CS_RUNNER_RAISED: return get_raised(p, &in);
    default: return false;
  }
}

static cs_stop take_output(cs_program *p, const cs_runner_got *got) {
  p->written += got->len;
  if (p->written > p->limits.output) return end_by_limit(p, "output");
  p->output = got->data;
  p->output_len = got->len;
  p->stream = got->stream;
  return p->stop = CS_STOP_FLUSH;
}

static bool send_reply(cs_program *p) {
  cs_runner_op op = p->op;
  p->op = 0;
  p->running = true;
  return p->out.status == CS_OK &&
         cs_runner_send(&p->runner, op, p->out.data, p->out.len) == CS_OK;
}

const char *cs_program_refused(cs_program *p, size_t *len) {
  if (p->nrefused == 0) return NULL;
  const char *name = p->refused[--p->nrefused];
  *len = strlen(name);
  return name;
}

static bool refuse_tool(cs_program *p) {
  char text[160];
  if (p->nrefused < 8)
    snprintf(p->refused[p->nrefused++], sizeof p->refused[0], "%.*s",
             (int)(p->name_len < 127 ? p->name_len : 127), p->name);
  snprintf(text, sizeof text, "Tool '%.*s' is not registered.",
           (int)(p->name_len < 100 ? p->name_len : 100), p->name);
  return cs_program_reply_error(p, "ValueError", text) == CS_OK &&
         send_reply(p);
}

/* A fork of a zygote gets the limits of the whole jail when it turns out to run
 * longer than a moment, or again: setting them up takes longer than most
 * programs. */
static void confine(cs_program *p) {
  if (p->runner.jail.foreign) cs_jail_confine(&p->runner.jail, &p->whole);
}

static bool is_exhausted(cs_program *p, uint64_t now) {
  uint64_t us;
  if (p->limits.cpu_ms == 0 || now < p->look_us) return false;
  p->look_us = now + LOOK_US;
  return cs_jail_time(&p->runner.jail, &us) && us > p->limits.cpu_ms * 1000;
}

/* The time is over, or somebody wants it to end: kill everything now; what it
 * printed before is still told. */
static void look_at_clock(cs_program *p) {
  if (p->dying) return;
  uint64_t now = now_us();
  bool late = is_late(p);
  /* Also one that prints all the time and never pauses. */
  if (!late && now - p->begun_us > SLICE_MS * 1000) confine(p);
  p->because = late ? "time" : is_exhausted(p, now) ? "cpu" : NULL;
  if (!p->because) return;
  p->dying = true;
  p->patience = DYING_MS / SLICE_MS;
  cs_jail_kill(&p->runner.jail);
}

/* While something is sent that nobody reads. */
static bool go_on(void *arg) {
  cs_program *p = arg;
  if (!p->running) return !is_overdue(p) && !atomic_load(&p->interrupted);
  look_at_clock(p);
  return !p->dying;
}

/* The stop that a frame means; false: none, go on. */
static bool take_frame(cs_program *p, const cs_runner_got *got) {
  if (p->dying) return false;
  if (!get_frame(p, got)) {
    (void)lose(p, "the program in the jail broke its channel");
    return true;
  }
  /* A tool that nobody registered is not the host's business. */
  if (p->stop != CS_STOP_CALL || is_tool(p) || is_display(p)) return true;
  if (refuse_tool(p) || p->dying) return false;
  (void)lose(p, "the program in the jail died");
  return true;
}

/* Programs that never pause must be looked at as well (redteam: G07, G08): so
 * the clock comes first, whatever there is to read. */
static cs_stop finish_turn(cs_program *p) {
  p->output_len = 0;
  for (;;) {
    cs_runner_got got;
    look_at_clock(p);
    cs_program_way_turn(p);
    switch (cs_runner_next(&p->runner, SLICE_MS, &got)) {
      case CS_RUNNER_OUTPUT: return take_output(p, &got);
      case CS_RUNNER_GONE:
        if (p->dying) return end_by_limit(p, p->because);
        if (p->runner.large) return end_by_limit(p, "message");
        return lose(p, p->runner.jail.unruly
                           ? "the program was killed: it forked faster than "
                             "its limits could be set"
                           : "the program in the jail died");
      case CS_RUNNER_NOTHING:
        if (p->dying && p->patience-- == 0) return end_by_limit(p, p->because);
        break;
      case CS_RUNNER_FRAME:
        if (take_frame(p, &got)) return p->stop;
        break;
    }
  }
}

/* The runner died before it had read everything, or because it did not. */
static cs_stop not_sent(cs_program *p) {
  return p->dying ? finish_turn(p) : lose(p, "the program in the jail died");
}

void cs_program_prepare(cs_program *p) {
  if (p->running || p->op || p->kind != CS_ASK_NONE)
    kill_process(p); /* a run that was given up */
  (void)!ensure(p);
}

cs_stop cs_program_start(cs_program *p, const char *code, size_t len,
                         const char *filename, uint32_t flags) {
  cs_program_prepare(p);
  p->why[0] = 0;
  p->written = 0;
  p->begun_us = now_us();
  p->look_us = p->begun_us + LOOK_US;
  p->invalid = false;
  p->has_result = false;
  p->op = 0;
  if (ensure(p) != CS_OK) {
    if (atomic_load(&p->interrupted)) return end_by_limit(p, "time");
    return p->stop = CS_STOP_FAILED;
  }
  if (getrandom(&p->nonce, sizeof p->nonce, 0) != (ssize_t)sizeof p->nonce)
    return lose(p, "no random numbers");
  cs_wire_clear(&p->out);
  cs_wire_int(&p->out, p->nonce);
  cs_wire_text(&p->out, filename);
  cs_wire_uint(&p->out, flags);
  cs_wire_str(&p->out, code, len);
  if (p->out.status == CS_EINVAL) return lose(p, "the code is not UTF-8");
  p->running = true;
  if (p->out.status != CS_OK ||
      cs_runner_send(&p->runner, CS_RUNNER_START, p->out.data, p->out.len) !=
          CS_OK)
    return not_sent(p);
  if (p->runs++ > 0) confine(p);
  return finish_turn(p);
}

cs_stop cs_program_run(cs_program *p) {
  if (!p->live) return p->stop = CS_STOP_FAILED;
  if (p->op && !send_reply(p)) return not_sent(p);
  return finish_turn(p);
}

/* There is no way to stop only the code: its process goes, names and all. */
void cs_program_abandon(cs_program *p) {
  if (p->running || p->op || p->kind != CS_ASK_NONE) kill_process(p);
}

/* --- replies ------------------------------------------------------------- */

static bool add_pending(cs_program *p) {
  if (p->npending == p->pending_room) {
    size_t room = p->pending_room ? 2 * p->pending_room : 16;
    uint64_t *more = realloc(p->pending, room * sizeof *more);
    if (!more) return false;
    p->pending = more;
    p->pending_room = room;
  }
  p->pending[p->npending++] = p->calls;
  return true;
}

static void remove_pending(cs_program *p, uint64_t id) {
  size_t i = 0;
  while (i < p->npending && p->pending[i] != id) i++;
  if (i == p->npending) return;
  p->npending--;
  memmove(&p->pending[i], &p->pending[i + 1],
          (p->npending - i) * sizeof *p->pending);
}

/* The answer to WAIT: a list of (number, ok, value). */
static bool settle(cs_program *p, const void *bytes, size_t n) {
  cs_wire_in in = cs_wire_read(bytes, n);
  uint32_t count, three;
  if (!cs_wire_get_seq(&in, &count)) return false;
  for (uint32_t i = 0; i < count; i++) {
    int64_t id;
    bool ok;
    if (!cs_wire_get_seq(&in, &three) || three != 3 ||
        !cs_wire_get_int(&in, &id) || !cs_wire_get_bool(&in, &ok) ||
        cs_wire_skip(&in) != CS_OK)
      return false;
    remove_pending(p, (uint64_t)id);
  }
  return true;
}

cs_status cs_program_reply(cs_program *p, cs_runner_op op, const void *bytes,
                           size_t n) {
  if (p->kind == CS_ASK_NONE) return CS_EINVAL;
  if (n > 0 && cs_wire_check(bytes, n, 1) != CS_OK) return CS_ECORRUPT;
  if (n == 0 && (op == CS_RUNNER_VALUE || op == CS_RUNNER_RAISE))
    return CS_ECORRUPT;
  if (op == CS_RUNNER_PENDING && p->kind != CS_ASK_CALL) return CS_EINVAL;
  if (p->kind == CS_ASK_WAIT && op == CS_RUNNER_VALUE && !settle(p, bytes, n))
    return CS_EINVAL;
  if (op == CS_RUNNER_PENDING && !add_pending(p)) return CS_EOS;
  cs_wire_clear(&p->out);
  cs_wire_append(&p->out, bytes, n);
  p->op = op;
  p->kind = CS_ASK_NONE;
  return p->out.status;
}

cs_status cs_program_reply_error(cs_program *p, const char *type,
                                 const char *text) {
  cs_wire_clear(&p->out);
  cs_wire_exception(&p->out, type, text);
  p->op = CS_RUNNER_RAISE;
  p->kind = CS_ASK_NONE;
  return p->out.status;
}

/* --- names and tools ----------------------------------------------------- */

cs_status cs_program_set_global(cs_program *p, const char *name,
                                const void *bytes, size_t n) {
  cs_wire_in in;
  if (cs_wire_check(bytes, n, 1) != CS_OK) return CS_ECORRUPT;
  cs_wire_clear(&p->out);
  cs_wire_text(&p->out, name);
  cs_wire_append(&p->out, bytes, n);
  return p->live ? ask(p, CS_RUNNER_SET, &in)
                 : keep(&p->once, CS_RUNNER_SET, &p->out);
}

cs_status cs_program_get_global(cs_program *p, const char *name, cs_wire *w) {
  cs_wire_in in;
  if (p->running || p->kind != CS_ASK_NONE) return CS_EINVAL;
  cs_status st = ensure(p);
  if (st != CS_OK) return st;
  cs_wire_clear(&p->out);
  cs_wire_text(&p->out, name);
  st = ask(p, CS_RUNNER_GET, &in);
  if (st != CS_OK) return st;
  size_t n = (size_t)(in.end - in.at);
  if (cs_wire_check(in.at, n, 1) != CS_OK) return CS_ECORRUPT;
  cs_wire_append(w, in.at, n);
  return w->status;
}

static void put_text(cs_wire *w, const char *text) {
  if (text)
    cs_wire_text(w, text);
  else
    cs_wire_none(w);
}

static cs_status keep_name(names *l, const char *name) {
  char *copy = strdup(name);
  char **more = realloc(l->at, (l->n + 1) * sizeof *more);
  if (more) l->at = more;
  if (!copy || !more) {
    free(copy);
    return CS_EOS;
  }
  l->at[l->n++] = copy;
  return CS_OK;
}

cs_status cs_program_add_tool(cs_program *p, const char *name,
                              const char *signature, const char *doc,
                              uint32_t flags) {
  cs_wire_in in;
  cs_wire_clear(&p->out);
  cs_wire_text(&p->out, name);
  put_text(&p->out, signature);
  put_text(&p->out, doc);
  cs_wire_uint(&p->out, flags);
  cs_status st = p->live ? ask(p, CS_RUNNER_TOOL, &in) : CS_OK;
  if (st == CS_OK) st = keep(&p->setup, CS_RUNNER_TOOL, &p->out);
  return st == CS_OK ? keep_name(&p->tools, name) : st;
}

cs_status cs_program_set_words(cs_program *p, bool path, size_t n,
                               const char *const *word) {
  cs_wire_in in;
  cs_wire_clear(&p->out);
  cs_wire_bool(&p->out, path);
  cs_wire_begin(&p->out, CS_WIRE_LIST, n);
  for (size_t i = 0; i < n; i++) cs_wire_text(&p->out, word[i]);
  cs_status st = p->live ? ask(p, CS_RUNNER_WORDS, &in) : CS_OK;
  return st == CS_OK ? keep(&p->setup, CS_RUNNER_WORDS, &p->out) : st;
}

/* --- the rest ------------------------------------------------------------ */

cs_status cs_program_check(cs_program *p, const char *code, size_t len,
                           const char *filename) {
  cs_wire_in in;
  if (p->running || p->kind != CS_ASK_NONE) return CS_EINVAL;
  cs_status st = ensure(p);
  if (st != CS_OK) return st;
  cs_wire_clear(&p->out);
  cs_wire_text(&p->out, filename);
  cs_wire_str(&p->out, code, len);
  st = ask(p, CS_RUNNER_CHECK, &in);
  if (st != CS_ESYNTAX) return st;
  if (!get_type(p, &in) || !cs_wire_get_str(&in, &p->text, &p->text_len) ||
      !cs_wire_get_bytes(&in, &p->chain, &p->chain_len))
    return CS_ECORRUPT;
  p->exit_code = -1;
  return st;
}

cs_status cs_program_repr(cs_program *p, cs_wire *w) {
  cs_wire_in in;
  const char *text;
  size_t n;
  if (!p->live || p->running || !p->has_result) return CS_EINVAL;
  cs_wire_clear(&p->out);
  cs_status st = ask(p, CS_RUNNER_REPR, &in);
  if (st != CS_OK) return st;
  if (!cs_wire_get_str(&in, &text, &n)) return CS_ECORRUPT;
  cs_wire_str(w, text, n);
  return w->status;
}
