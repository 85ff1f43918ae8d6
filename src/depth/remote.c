/*
 * remote.c - the host's side of an engine in a worker.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/remote.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/buf.h"

#define STOP_MS      1000  /* for a program that is given up */
#define LARGE        65536 /* bytes that are not copied on their way */
#define OUTPUT_SLACK (UINT64_C(1) << 20) /* the engine tells in blocks */
#define LOOK_FRAMES  64 /* a worker that never lets us wait is still timed */
#define LATE_TURNS   3  /* late ones it may end by itself, then it is killed */

struct cs_remote {
  cs_crew *crew;     /* borrowed */
  cs_worker *worker; /* lent; NULL: it is gone, or the engine is parked */
  void *parked;      /* owned: the engine's bytes, or NULL */
  size_t parked_len;
  cs_limits limits; /* it is opened with, here and when it wakes */
  uint32_t flags;
  uint64_t wait_ms;
  int signal;       /* that ended it */
  bool lost;        /* or its connection ended */
  bool timed_out;   /* by us: it did not stop in time */
  cs_wire out;      /* the frame that is being written */
  cs_remote_op op;  /* what the next run sends; CS_OP_RUN: nothing special */
  const void *tail; /* borrowed: goes with it */
  size_t tail_len;
  bool running;                      /* output came: the turn is not over */
  cs_begun begun;                    /* how the program started */
  uint64_t output_most, output_told; /* of a run; the limit is the host's */
  uint32_t frames, late_turns;
  /* the last stop; pointers reach into the channel's last frame and are
   * forgotten with it */
  cs_stop stop;
  cs_usage usage;
  cs_ask kind;
  uint64_t id, object;
  double timeout;
  const char *name, *text, *output;
  size_t name_len, text_len, output_len;
  int stream, exit_code;
  const void *args, *result, *chain;
  size_t args_len, result_len, chain_len;
  bool has_result;
  uint32_t npending;
  cs_wire_in pending;
  char type[64]; /* of the error, or which limit */
  bool error_limit;
};

/* --- the worker ---------------------------------------------------------- */

/* The frame they point into is no more. */
static void forget(cs_remote *r) {
  r->name = r->text = r->output = NULL;
  r->args = r->result = r->chain = NULL;
  r->name_len = r->text_len = r->output_len = 0;
  r->args_len = r->result_len = r->chain_len = 0;
  r->has_result = false;
  r->pending = (cs_wire_in){0};
}

/* It died, was killed, or talks nonsense: never used again. */
static void lose(cs_remote *r) {
  int status = 0;
  if (!r->worker) return;
  forget(r);
  r->kind = CS_ASK_NONE;
  r->running = false;
  bool gone = cs_worker_gone(r->worker, &status);
  if (gone && WIFSIGNALED(status))
    r->signal = WTERMSIG(status);
  else if (r->worker->timed_out)
    r->signal = SIGKILL;
  r->lost = !gone && !r->worker->timed_out && cs_worker_is_remote(r->worker);
  r->timed_out = r->worker->timed_out;
  cs_crew_give(r->crew, r->worker, false);
  r->worker = NULL;
  r->stop = CS_STOP_FAILED;
}

/* A new turn has its own deadline.  A worker that goes on asking although it
 * was told to stop does not get one for ever. */
static void move_deadline(cs_remote *r, cs_remote_op op) {
  bool goes_on =
      (op >= CS_OP_RUN && op <= CS_OP_UNDEFINED) || op == CS_OP_BYTES;
  if (!goes_on) r->late_turns = 0;
  if (r->worker->kill_at != 0 && goes_on) r->late_turns++;
  if (r->late_turns <= LATE_TURNS) r->worker->kill_at = 0;
}

static bool send(cs_remote *r, cs_remote_op op, const void *tail, size_t n) {
  if (!r->worker) return false;
  move_deadline(r, op);
  if (r->out.status == CS_OK &&
      cs_channel_send(&r->worker->channel, op, r->out.data, r->out.len, tail,
                      n) == CS_OK)
    return true;
  lose(r);
  return false;
}

/* Deadlines are looked at while we wait; now and then also without. */
static bool in_time(cs_remote *r) {
  cs_channel *c = &r->worker->channel;
  return ++r->frames % LOOK_FRAMES != 0 || c->tick(c->user) >= 0;
}

static bool receive(cs_remote *r, cs_frame *f) {
  forget(r);
  if (r->worker && cs_channel_receive(&r->worker->channel, f) == CS_OK &&
      in_time(r))
    return true;
  lose(r);
  return false;
}

static cs_stop finish_turn(cs_remote *r);

/* Output that nobody took: the turn has to end before anything is asked. */
static void end_turn(cs_remote *r) {
  if (!r->running || !r->worker) return;
  bool was_on = *cs_channel_interrupt(&r->worker->channel) != 0;
  cs_worker_deadline(r->worker, 1, STOP_MS);
  cs_remote_interrupt(r, true);
  while (r->running && finish_turn(r) == CS_STOP_FLUSH) {
  }
  if (r->worker) cs_worker_deadline(r->worker, 0, 0);
  cs_remote_interrupt(r, was_on);
}

/* Ask for something that runs no program; `in` is behind the status. */
static cs_status ask(cs_remote *r, cs_remote_op op, const void *tail, size_t n,
                     cs_wire_in *in) {
  cs_frame f;
  int64_t st;
  if (r->running) return CS_EINVAL;
  if (!send(r, op, tail, n) || !receive(r, &f)) return CS_EOS;
  *in = cs_wire_read(f.data, f.len);
  if (f.kind == CS_GOT_STATUS && cs_wire_get_int(in, &st) && st >= 0 &&
      st <= CS_STOP)
    return (cs_status)st;
  lose(r);
  return CS_ECORRUPT;
}

static cs_status ask_plain(cs_remote *r, cs_remote_op op) {
  cs_wire_in in;
  return ask(r, op, NULL, 0, &in);
}

/* --- life ---------------------------------------------------------------- */

static void put_limits(cs_wire *w, const cs_limits *l) {
  cs_wire_uint(w, l->memory);
  cs_wire_uint(w, l->fuel);
  cs_wire_uint(w, l->output);
  cs_wire_uint(w, l->recursion);
  cs_wire_uint(w, l->source);
  cs_wire_uint(w, l->compile);
  cs_wire_uint(w, l->hash_key);
}

static void read_stop(cs_remote *r, const cs_frame *f);

/* A loaded engine may wait for a reply: its stop comes behind the status. */
static cs_status open_engine(cs_remote *r, const cs_limits *limits,
                             uint32_t flags, const void *bytes, size_t n) {
  cs_wire_in in;
  cs_wire_clear(&r->out);
  put_limits(&r->out, limits);
  cs_wire_uint(&r->out, flags);
  if (!bytes) return ask(r, CS_OP_NEW, NULL, 0, &in);
  cs_status st = ask(r, CS_OP_LOAD, bytes, n, &in);
  cs_frame f;
  if (st != CS_OK) return st;
  if (receive(r, &f)) read_stop(r, &f);
  return r->worker ? CS_OK : CS_ECORRUPT;
}

/* A worker with the engine.  An idle one may die just when it is taken: then
 * the next one. */
static cs_status find_worker(cs_remote *r, uint32_t flags, const void *bytes,
                             size_t n, cs_error *err) {
  cs_status st = CS_EOS;
  for (int tries = 0; st == CS_EOS && tries < 3; tries++) {
    st = cs_crew_take(r->crew, r->wait_ms, &r->worker, err);
    if (st != CS_OK) break;
    st = open_engine(r, &r->limits, flags, bytes, n);
    if (st == CS_OK) break;
    if (!r->worker) st = CS_EOS; /* it talked nonsense */
    if (st == CS_EOS) lose(r);   /* the next try has another one */
    (void)cs_error_set(err, st, "a worker could not make a session: %s",
                       cs_status_text(st));
  }
  return st;
}

cs_status cs_remote_new(cs_crew *crew, uint64_t wait_ms,
                        const cs_limits *limits, uint32_t flags,
                        const void *bytes, size_t n, cs_remote **out,
                        cs_error *err) {
  cs_remote *r = calloc(1, sizeof *r);
  if (!r) return cs_error_set(err, CS_EOS, "no memory");
  r->crew = crew;
  r->limits = *limits;
  r->flags = flags;
  r->wait_ms = wait_ms;
  r->op = CS_OP_RUN;
  r->exit_code = -1;
  r->output_most = limits->output < UINT64_MAX - OUTPUT_SLACK
                       ? limits->output + OUTPUT_SLACK
                       : UINT64_MAX;
  cs_wire_init(&r->out, CS_WIRE_MAX);
  cs_status st = find_worker(r, flags, bytes, n, err);
  if (st != CS_OK) {
    cs_remote_free(r);
    return st;
  }
  r->signal = 0;
  r->lost = false;
  r->timed_out = false;
  *out = r;
  return CS_OK;
}

static void give_back(cs_remote *r) {
  if (!r->worker) return;
  r->worker->poll = NULL;
  r->worker->kill_at = 0;
  *cs_channel_interrupt(&r->worker->channel) = 0;
  cs_remote_clocks(r, 0);
  cs_crew_give(r->crew, r->worker, !r->running);
  r->worker = NULL;
}

void cs_remote_free(cs_remote *r) {
  if (!r) return;
  give_back(r);
  free(r->parked);
  cs_wire_fini(&r->out);
  free(r);
}

static bool always(void *unused) {
  (void)unused;
  return true;
}

/* The worker may be a program's by now: one that does not answer within a
 * second is killed (spawn.c, watch), whoever waits here. */
cs_status cs_remote_park(cs_remote *r) {
  if (r->parked || !r->worker || cs_worker_is_remote(r->worker)) return CS_OK;
  if (r->running || r->kind != CS_ASK_NONE) return CS_OK;
  cs_remote_on_poll(r, always, NULL);
  void *bytes = NULL;
  size_t n = 0;
  cs_status st = cs_remote_dump(r, &bytes, &n);
  if (!r->worker) return CS_EOS;
  cs_remote_on_poll(r, NULL, NULL);
  cs_worker_deadline(r->worker, 0, 0);
  if (st != CS_OK) return st;
  forget(r);
  give_back(r);
  r->parked = bytes;
  r->parked_len = n;
  return CS_OK;
}

/* What is known of the last run stays as it was. */
static void remember(cs_remote *r, const cs_remote *before) {
  r->stop = before->stop;
  r->usage = before->usage;
  r->begun = before->begun;
  r->exit_code = before->exit_code;
  memcpy(r->type, before->type, sizeof r->type);
  r->signal = 0;
  r->lost = false;
  r->timed_out = false;
}

cs_status cs_remote_wake(cs_remote *r) {
  if (!r->parked) return CS_OK;
  cs_remote before = *r;
  cs_error err = {0};
  uint32_t flags = r->flags & ~(uint32_t)CS_REMOTE_RENEW; /* it has no twin */
  cs_status st = find_worker(r, flags, r->parked, r->parked_len, &err);
  remember(r, &before);
  if (st != CS_OK) {
    give_back(r);
    return st;
  }
  free(r->parked);
  r->parked = NULL;
  return CS_OK;
}

cs_status cs_remote_reset(cs_remote *r) {
  end_turn(r);
  cs_wire_clear(&r->out);
  r->tail_len = 0;
  r->op = CS_OP_RUN;
  r->kind = CS_ASK_NONE;
  return ask_plain(r, CS_OP_RESET);
}

void cs_remote_on_poll(cs_remote *r, bool (*poll)(void *), void *arg) {
  if (!r->worker) return;
  r->worker->poll = poll;
  r->worker->poll_arg = arg;
}

void cs_remote_interrupt(cs_remote *r, bool on) {
  if (r->worker) *cs_channel_interrupt(&r->worker->channel) = on;
}

void cs_remote_clocks(cs_remote *r, uint32_t kinds) {
  volatile uint32_t *word =
      r->worker ? cs_channel_clocks(&r->worker->channel) : NULL;
  if (word) *word = kinds;
}

bool cs_remote_timed_out(const cs_remote *r) {
  return r->timed_out;
}

int cs_remote_signal(const cs_remote *r) {
  return r->signal;
}

bool cs_remote_lost(const cs_remote *r) {
  return r->lost;
}

pid_t cs_remote_pid(const cs_remote *r) {
  return r->worker ? r->worker->pid : 0;
}

/* --- turns --------------------------------------------------------------- */

static bool get_uint(cs_wire_in *in, uint64_t *out) {
  int64_t v;
  if (!cs_wire_get_int(in, &v)) return false;
  *out = (uint64_t)v;
  return true;
}

static bool get_request(cs_remote *r, cs_wire_in *in) {
  int64_t kind;
  if (!cs_wire_get_int(in, &kind) || kind < CS_ASK_CALL || kind > CS_ASK_NAME)
    return false;
  r->kind = (cs_ask)kind;
  return get_uint(in, &r->id) && get_uint(in, &r->object) &&
         cs_wire_get_str(in, &r->name, &r->name_len) &&
         cs_wire_get_bytes(in, &r->args, &r->args_len) &&
         cs_wire_check(r->args, r->args_len, 2) == CS_OK;
}

static bool get_wait(cs_remote *r, cs_wire_in *in) {
  r->kind = CS_ASK_WAIT;
  if (!cs_wire_get_float(in, &r->timeout)) return false;
  if (!cs_wire_get_seq(in, &r->npending)) return false;
  r->pending = *in;
  return true;
}

static bool get_done(cs_remote *r, cs_wire_in *in) {
  if (!cs_wire_get_bool(in, &r->has_result)) return false;
  return cs_wire_get_bytes(in, &r->result, &r->result_len) &&
         (!r->has_result || r->result_len == 0 ||
          cs_wire_check(r->result, r->result_len, 1) == CS_OK);
}

static bool get_type(cs_remote *r, cs_wire_in *in) {
  const char *s;
  size_t n;
  if (!cs_wire_get_str(in, &s, &n)) return false;
  if (n >= sizeof r->type) n = sizeof r->type - 1;
  memcpy(r->type, s, n);
  r->type[n] = 0;
  return true;
}

static bool get_raised(cs_remote *r, cs_wire_in *in) {
  int64_t code;
  if (!get_type(r, in) || !cs_wire_get_str(in, &r->text, &r->text_len) ||
      !cs_wire_get_int(in, &code) || code < -1 || code > 255 ||
      !cs_wire_get_bool(in, &r->error_limit) ||
      !cs_wire_get_bytes(in, &r->chain, &r->chain_len))
    return false;
  r->exit_code = (int)code;
  return r->chain_len == 0 || cs_wire_check(r->chain, r->chain_len, 1) == CS_OK;
}

static bool get_usage(cs_wire_in *in, cs_usage *u) {
  return get_uint(in, &u->fuel) && get_uint(in, &u->memory_peak) &&
         get_uint(in, &u->memory_live) && get_uint(in, &u->output) &&
         get_uint(in, &u->collections) && get_uint(in, &u->memory_hits) &&
         get_uint(in, &u->recursion_hits);
}

static bool get_begun(cs_wire_in *in, cs_begun *b) {
  return get_uint(in, &b->compile_ns) && get_uint(in, &b->run_ns) &&
         cs_wire_get_bool(in, &b->invalid);
}

static bool get_stop(cs_remote *r, cs_wire_in *in) {
  int64_t stop, npending;
  if (!cs_wire_get_int(in, &stop) || stop < CS_STOP_DONE ||
      stop > CS_STOP_FAILED || !get_usage(in, &r->usage) ||
      !get_begun(in, &r->begun) || !cs_wire_get_int(in, &npending) ||
      npending < 0 || npending > UINT32_MAX)
    return false;
  r->stop = (cs_stop)stop;
  r->npending = (uint32_t)npending;
  switch (r->stop) {
    case CS_STOP_CALL: return get_request(r, in);
    case CS_STOP_WAIT: return get_wait(r, in);
    case CS_STOP_DONE: return get_done(r, in);
    case CS_STOP_RAISED: return get_raised(r, in);
    case CS_STOP_LIMIT: return get_type(r, in);
    case CS_STOP_FLUSH:
    case CS_STOP_FAILED: break;
  }
  return r->stop == CS_STOP_FAILED;
}

static void read_stop(cs_remote *r, const cs_frame *f) {
  cs_wire_in in = cs_wire_read(f->data, f->len);
  r->kind = CS_ASK_NONE;
  if (f->kind != CS_GOT_STOP || !get_stop(r, &in)) lose(r);
}

static cs_stop read_output(cs_remote *r, const cs_frame *f) {
  cs_wire_in in = cs_wire_read(f->data, f->len);
  int64_t stream;
  if (!cs_wire_get_int(&in, &stream) || (stream != 1 && stream != 2) ||
      !cs_wire_get_str(&in, &r->output, &r->output_len) ||
      r->output_len > r->output_most - r->output_told) {
    lose(r);
    return CS_STOP_FAILED;
  }
  r->output_told += r->output_len;
  r->stream = (int)stream;
  return CS_STOP_FLUSH;
}

/* Wait for the end of the turn, or for output. */
static cs_stop finish_turn(cs_remote *r) {
  cs_frame f;
  r->running = false;
  if (!receive(r, &f)) return CS_STOP_FAILED;
  if (f.kind == CS_GOT_OUTPUT) {
    r->running = true;
    return read_output(r, &f);
  }
  read_stop(r, &f);
  return r->stop;
}

cs_stop cs_remote_start(cs_remote *r, const char *code, size_t len,
                        const char *filename, uint32_t flags) {
  if (r->running) cs_remote_abandon(r);
  r->output_told = 0;
  cs_wire_clear(&r->out);
  cs_wire_text(&r->out, filename);
  cs_wire_uint(&r->out, flags);
  r->op = CS_OP_RUN;
  r->begun = (cs_begun){0};
  if (!send(r, CS_OP_START, code, len)) return CS_STOP_FAILED;
  return finish_turn(r);
}

cs_stop cs_remote_run(cs_remote *r) {
  if (r->running) return finish_turn(r);
  if (r->op == CS_OP_RUN) cs_wire_clear(&r->out);
  bool sent = send(r, r->op, r->tail, r->tail_len);
  r->tail_len = 0;
  r->op = CS_OP_RUN;
  return sent ? finish_turn(r) : CS_STOP_FAILED;
}

cs_status cs_remote_reply(cs_remote *r, cs_remote_op op, const void *bytes,
                          size_t n) {
  if (r->kind == CS_ASK_NONE) return CS_EINVAL;
  if (n > 0 && cs_wire_check(bytes, n, 1) != CS_OK) return CS_ECORRUPT;
  if (n == 0 && (op == CS_OP_VALUE || op == CS_OP_RAISE)) return CS_ECORRUPT;
  cs_wire_clear(&r->out);
  r->kind = CS_ASK_NONE;
  r->op = op;
  r->tail_len = 0;
  cs_wire_in in = cs_wire_read(bytes, n);
  if (n >= LARGE && op == CS_OP_VALUE && *in.at == CS_WIRE_BYTES &&
      cs_wire_get_bytes(&in, &r->tail, &r->tail_len))
    r->op = CS_OP_BYTES;
  else
    cs_wire_append(&r->out, bytes, n);
  return r->out.status;
}

cs_status cs_remote_reply_error(cs_remote *r, const char *type,
                                const char *text) {
  cs_wire_clear(&r->out);
  cs_wire_exception(&r->out, type, text);
  r->tail_len = 0;
  r->op = CS_OP_RAISE;
  r->kind = CS_ASK_NONE;
  return r->out.status;
}

/* A program in the middle of its turn is stopped first, or killed. */
void cs_remote_abandon(cs_remote *r) {
  end_turn(r);
  cs_wire_clear(&r->out);
  r->tail_len = 0;
  r->op = CS_OP_RUN;
  r->kind = CS_ASK_NONE;
  (void)!ask_plain(r, CS_OP_ABANDON);
}

/* --- what is known about the stop ---------------------------------------- */

const char *cs_remote_output(cs_remote *r, size_t *len, int *stream) {
  *len = r->output_len;
  *stream = r->stream;
  r->output_len = 0;
  return *len ? r->output : "";
}

const char *cs_remote_error(cs_remote *r, size_t *len) {
  *len = r->text_len;
  return r->text_len ? r->text : "";
}

const char *cs_remote_error_type(cs_remote *r) {
  return r->type;
}
bool cs_remote_error_limit(const cs_remote *r) {
  return r->error_limit;
}
int cs_remote_exit_code(cs_remote *r) {
  return r->exit_code;
}
cs_usage cs_remote_usage(const cs_remote *r) {
  return r->usage;
}
cs_begun cs_remote_begun(const cs_remote *r) {
  return r->begun;
}
uint64_t cs_remote_ask_id(const cs_remote *r) {
  return r->id;
}
uint64_t cs_remote_ask_object(const cs_remote *r) {
  return r->object;
}
double cs_remote_ask_timeout(const cs_remote *r) {
  return r->timeout;
}

cs_status cs_remote_error_wire(cs_remote *r, cs_wire *w) {
  if (r->chain_len == 0) return CS_EINVAL;
  cs_wire_append(w, r->chain, r->chain_len);
  return w->status;
}

cs_status cs_remote_result_wire(cs_remote *r, cs_wire *w) {
  if (!r->has_result) return CS_EINVAL;
  if (r->result_len == 0) return CS_ELIMIT; /* too large to cross */
  cs_wire_append(w, r->result, r->result_len);
  return w->status;
}

const char *cs_remote_ask(cs_remote *r, cs_ask *kind, size_t *len) {
  *kind = r->kind;
  *len = r->kind == CS_ASK_NONE || r->kind == CS_ASK_WAIT ? 0 : r->name_len;
  return *len ? r->name : "";
}

cs_status cs_remote_ask_wire(cs_remote *r, cs_wire *w) {
  cs_wire_append(w, r->args, r->args_len);
  return w->status;
}

size_t cs_remote_pending(cs_remote *r, uint64_t *ids, size_t max) {
  cs_wire_in in = r->pending;
  if (r->stop != CS_STOP_WAIT) return r->npending;
  for (uint32_t i = 0; i < r->npending && i < max; i++)
    if (!get_uint(&in, &ids[i])) ids[i] = 0;
  return r->npending;
}

/* --- between runs -------------------------------------------------------- */

cs_status cs_remote_set_global(cs_remote *r, const char *name,
                               const void *bytes, size_t n) {
  cs_wire_in in;
  if (cs_wire_check(bytes, n, 1) != CS_OK) return CS_ECORRUPT;
  cs_wire_clear(&r->out);
  cs_wire_text(&r->out, name);
  cs_status st = ask(r, CS_OP_SET, bytes, n, &in);
  if (st == CS_THROW && !get_type(r, &in)) r->type[0] = 0;
  return st;
}

/* Ask for one value, and append it. */
static cs_status ask_value(cs_remote *r, cs_remote_op op, cs_wire *w) {
  cs_wire_in in;
  cs_status st = ask(r, op, NULL, 0, &in);
  if (st != CS_OK) return st;
  size_t n = (size_t)(in.end - in.at);
  if (cs_wire_check(in.at, n, 1) != CS_OK) return CS_ECORRUPT;
  cs_wire_append(w, in.at, n);
  return w->status;
}

cs_status cs_remote_get_global(cs_remote *r, const char *name, cs_wire *w) {
  cs_wire_clear(&r->out);
  cs_wire_text(&r->out, name);
  return ask_value(r, CS_OP_GET, w);
}

cs_status cs_remote_where(cs_remote *r, cs_wire *w) {
  cs_wire_clear(&r->out);
  return ask_value(r, CS_OP_WHERE, w);
}

cs_status cs_remote_repr(cs_remote *r, cs_wire *w) {
  cs_wire_clear(&r->out);
  return ask_value(r, CS_OP_REPR, w);
}

cs_status cs_remote_set_words(cs_remote *r, bool path, size_t n,
                              const char *const *word) {
  cs_wire_clear(&r->out);
  cs_wire_bool(&r->out, path);
  cs_wire_begin(&r->out, CS_WIRE_LIST, n);
  for (size_t i = 0; i < n; i++) cs_wire_text(&r->out, word[i]);
  if (r->out.status != CS_OK) return r->out.status;
  return ask_plain(r, CS_OP_WORDS);
}

bool cs_remote_incomplete(cs_remote *r, const char *text, size_t len) {
  cs_wire_in in;
  bool more;
  cs_wire_clear(&r->out);
  return ask(r, CS_OP_MORE, text, len, &in) == CS_OK &&
         cs_wire_get_bool(&in, &more) && more;
}

static void put_text(cs_wire *w, const char *text) {
  if (text)
    cs_wire_text(w, text);
  else
    cs_wire_none(w);
}

cs_status cs_remote_add_tool(cs_remote *r, const char *name,
                             const char *signature, const char *doc,
                             uint32_t flags) {
  cs_wire_clear(&r->out);
  cs_wire_text(&r->out, name);
  put_text(&r->out, signature);
  put_text(&r->out, doc);
  cs_wire_uint(&r->out, flags);
  return ask_plain(r, CS_OP_TOOL);
}

cs_status cs_remote_check(cs_remote *r, const char *code, size_t len,
                          const char *filename) {
  cs_wire_in in;
  cs_wire_clear(&r->out);
  cs_wire_text(&r->out, filename);
  cs_status st = ask(r, CS_OP_CHECK, code, len, &in);
  if (st == CS_ESYNTAX && !get_raised(r, &in)) lose(r);
  return st;
}

static cs_status copy_bytes(const void *bytes, size_t n, void **out,
                            size_t *len) {
  *len = n;
  *out = malloc(n + 1);
  if (!*out) return CS_EOS;
  memcpy(*out, bytes, n);
  return CS_OK;
}

cs_status cs_remote_dump(cs_remote *r, void **out, size_t *len) {
  cs_wire_in in;
  if (r->parked) return copy_bytes(r->parked, r->parked_len, out, len);
  cs_wire_clear(&r->out);
  cs_status st = ask(r, CS_OP_DUMP, NULL, 0, &in);
  if (st != CS_OK) return st;
  return copy_bytes(in.at, (size_t)(in.end - in.at), out, len);
}
