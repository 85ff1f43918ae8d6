/*
 * serve.c - one engine in a locked-down process, driven by frames.
 *
 * The counterpart of remote.c.  The host is trusted with the process but not
 * with its memory: what a frame says is checked like anything else, and an odd
 * frame ends the worker.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/serve.h"

#include <stdlib.h>
#include <string.h>

#include "base/wire.h"
#include "depth/clocks.h"
#include "depth/remote.h"
#include "py/engine.h"
#include "worker/inside.h"
#include "worker/spawn.h"

typedef struct server {
  cs_channel *channel;
  cs_pool *pool;
  cs_engine *engine; /* NULL before the first NEW or LOAD */
  bool last;         /* the first run is the last one */
  bool ending;       /* the program is over, its files are being written */
  bool filled;       /* the frame that comes is in the engine already */
  cs_begun begun;    /* how the program started */
  cs_wire kept;      /* ending: the details that are sent then */
  cs_stop kept_stop; /* and the stop they belong to */
  cs_usage kept_usage;
  cs_wire out, part;
} server;

/* --- answers ------------------------------------------------------------- */

static cs_status say(server *s, uint32_t kind, const void *tail, size_t n) {
  if (s->out.status != CS_OK) return s->out.status;
  return cs_channel_send(s->channel, kind, s->out.data, s->out.len, tail, n);
}

static cs_status say_status(server *s, cs_status st, const void *tail,
                            size_t n) {
  cs_wire_clear(&s->out);
  cs_wire_int(&s->out, st);
  return say(s, CS_GOT_STATUS, tail, n);
}

static void put_request(server *s) {
  cs_ask kind;
  size_t n;
  const char *name = cs_engine_ask(s->engine, &kind, &n);
  cs_wire_int(&s->out, kind);
  cs_wire_uint(&s->out, cs_engine_ask_id(s->engine));
  cs_wire_uint(&s->out, cs_engine_ask_object(s->engine));
  cs_wire_str(&s->out, name, n);
  cs_wire_clear(&s->part);
  cs_status st = cs_engine_ask_wire(s->engine, &s->part);
  if (st != CS_OK) s->out.status = st;
  cs_wire_bytes(&s->out, s->part.data, s->part.len);
}

static void put_wait(server *s) {
  size_t n = cs_engine_pending(s->engine, NULL, 0);
  uint64_t *ids = calloc(n + 1, sizeof *ids);
  if (!ids) {
    s->out.status = CS_EOS;
    return;
  }
  (void)cs_engine_pending(s->engine, ids, n);
  cs_wire_float(&s->out, cs_engine_ask_timeout(s->engine));
  cs_wire_begin(&s->out, CS_WIRE_LIST, n);
  for (size_t i = 0; i < n; i++) cs_wire_uint(&s->out, ids[i]);
  free(ids);
}

/* A value that is too large to cross is told as one without bytes. */
static void put_done(server *s) {
  cs_wire_clear(&s->part);
  cs_status st = cs_engine_result_wire(s->engine, &s->part);
  cs_wire_bool(&s->out, st == CS_OK || st == CS_ELIMIT || st == CS_EOS);
  cs_wire_bytes(&s->out, s->part.data, st == CS_OK ? s->part.len : 0);
}

static void put_raised(server *s) {
  size_t n;
  const char *text = cs_engine_error(s->engine, &n);
  cs_wire_text(&s->out, cs_engine_error_type(s->engine));
  cs_wire_str(&s->out, text, n);
  cs_wire_int(&s->out, cs_engine_exit_code(s->engine));
  cs_wire_bool(&s->out, cs_engine_error_limit(s->engine));
  cs_wire_clear(&s->part);
  bool has = cs_engine_error_wire(s->engine, &s->part) == CS_OK;
  cs_wire_bytes(&s->out, s->part.data, has ? s->part.len : 0);
}

static void put_usage(server *s, cs_usage u) {
  cs_wire_uint(&s->out, u.fuel);
  cs_wire_uint(&s->out, u.memory_peak);
  cs_wire_uint(&s->out, u.memory_live);
  cs_wire_uint(&s->out, u.output);
  cs_wire_uint(&s->out, u.collections);
  cs_wire_uint(&s->out, u.memory_hits);
  cs_wire_uint(&s->out, u.recursion_hits);
  cs_wire_uint(&s->out, s->begun.compile_ns);
  cs_wire_uint(&s->out, s->begun.run_ns);
  cs_wire_bool(&s->out, s->begun.invalid);
  cs_wire_uint(&s->out, cs_engine_pending(s->engine, NULL, 0));
}

/* What is known of a stop besides the usage. */
static void put_details(server *s, cs_stop stop) {
  switch (stop) {
    case CS_STOP_CALL: put_request(s); break;
    case CS_STOP_WAIT: put_wait(s); break;
    case CS_STOP_DONE: put_done(s); break;
    case CS_STOP_RAISED: put_raised(s); break;
    case CS_STOP_LIMIT:
      cs_wire_text(&s->out, cs_engine_error_type(s->engine));
      break;
    case CS_STOP_FLUSH:
    case CS_STOP_FAILED: break;
  }
}

static void put_head(server *s, cs_stop stop, cs_usage u) {
  cs_wire_clear(&s->out);
  cs_wire_int(&s->out, stop);
  put_usage(s, u);
}

static cs_status say_stop(server *s, cs_stop stop) {
  put_head(s, stop, cs_engine_usage(s->engine));
  put_details(s, stop);
  return say(s, CS_GOT_STOP, NULL, 0);
}

/* What was put is said later: see finish(). */
static void keep_stop(server *s, cs_stop stop) {
  cs_wire_clear(&s->out);
  put_details(s, stop);
  s->kept_stop = stop;
  s->kept_usage = cs_engine_usage(s->engine);
  cs_wire_clear(&s->kept);
  cs_wire_append(&s->kept, s->out.data, s->out.len);
  if (s->out.status != CS_OK) s->kept.status = s->out.status;
  s->ending = true;
}

static cs_status say_kept(server *s) {
  s->ending = false;
  if (s->kept.status != CS_OK) return s->kept.status;
  cs_usage u = cs_engine_usage(s->engine);
  if (u.fuel == s->kept_usage.fuel) u = s->kept_usage; /* nothing ran since */
  put_head(s, s->kept_stop, u);
  cs_wire_append(&s->out, s->kept.data, s->kept.len);
  return say(s, CS_GOT_STOP, NULL, 0);
}

/* --- turns --------------------------------------------------------------- */

static cs_status say_output(server *s) {
  size_t n;
  int stream;
  const char *text = cs_engine_output(s->engine, &n, &stream);
  if (n == 0) return CS_OK;
  cs_wire_clear(&s->out);
  cs_wire_int(&s->out, stream);
  cs_wire_str(&s->out, text, n);
  return say(s, CS_GOT_OUTPUT, NULL, 0);
}

/* Output goes out as it comes; the host hears of everything else. */
static cs_status finish(server *s, cs_stop stop) {
  for (;;) {
    cs_status st = say_output(s);
    if (st != CS_OK) return st;
    if (stop == CS_STOP_FLUSH) {
      stop = cs_begin_go_on(s->engine, &s->begun);
    } else if (stop != CS_STOP_DONE && stop != CS_STOP_RAISED) {
      return say_stop(s, stop);
    } else if (s->ending) {
      return say_kept(s);
    } else { /* what open files buffer is written first */
      keep_stop(s, stop);
      stop = cs_engine_finish(s->engine, s->last);
    }
  }
}

static bool interrupted(void *channel) {
  return *cs_channel_interrupt(channel) != 0;
}

static bool read_clock(void *channel, const char *name, size_t len,
                       int64_t *ns) {
  volatile uint32_t *kinds = cs_channel_clocks(channel);
  return kinds && cs_clocks_read(*kinds, name, len, ns);
}

static cs_status start(server *s, cs_wire_in *in) {
  const char *name;
  size_t n;
  int64_t flags;
  if (!cs_wire_get_str(in, &name, &n) || !cs_wire_get_int(in, &flags))
    return CS_ECORRUPT;
  char *file = strndup(name, n);
  if (!file) return CS_EOS;
  s->ending = false;
  cs_stop stop =
      cs_begin(s->engine, (const char *)in->at, (size_t)(in->end - in->at),
               file, (uint32_t)flags, &s->begun);
  free(file);
  return finish(s, stop);
}

static cs_status reply(server *s, uint32_t op, cs_wire_in *in) {
  size_t n = (size_t)(in->end - in->at);
  cs_status st = CS_OK;
  if (op == CS_OP_VALUE) st = cs_engine_reply_wire(s->engine, in->at, n);
  if (op == CS_OP_RAISE) st = cs_engine_reply_raise(s->engine, in->at, n);
  if (op == CS_OP_PENDING) st = cs_engine_reply_pending(s->engine);
  if (op == CS_OP_UNDEFINED) st = cs_engine_reply_undefined(s->engine);
  if (st == CS_ECORRUPT || st == CS_EINVAL)
    (void)!cs_engine_reply_error(s->engine, "ValueError",
                                 "the host's answer is not a value");
  return finish(s, cs_begin_go_on(s->engine, &s->begun));
}

/* Where the content of a large bytes object goes: straight into the guest. */
static void *room(void *user, uint32_t kind, size_t len) {
  server *s = user;
  cs_ask ask = CS_ASK_NONE;
  size_t n;
  s->filled = false;
  if (kind != CS_OP_BYTES || !s->engine) return NULL;
  (void)cs_engine_ask(s->engine, &ask, &n);
  if (ask == CS_ASK_NONE || ask == CS_ASK_WAIT) return NULL;
  void *to = cs_engine_reply_room(s->engine, len);
  s->filled = to != NULL; /* otherwise MemoryError is the answer */
  return to;
}

static cs_status reply_bytes(server *s, size_t len) {
  if (s->filled && cs_engine_reply_filled(s->engine, len) != CS_OK)
    return CS_EINVAL;
  return finish(s, cs_begin_go_on(s->engine, &s->begun));
}

/* --- between runs -------------------------------------------------------- */

static bool get_limits(cs_wire_in *in, cs_limits *l) {
  int64_t v[7];
  for (int i = 0; i < 7; i++)
    if (!cs_wire_get_int(in, &v[i]) || v[i] < 0) return false;
  *l = (cs_limits){.memory = (uint64_t)v[0],
                   .fuel = (uint64_t)v[1],
                   .output = (uint64_t)v[2],
                   .recursion = (uint32_t)v[3],
                   .source = (uint64_t)v[4],
                   .compile = (uint64_t)v[5],
                   .hash_key = (uint64_t)v[6]};
  return true;
}

static void configure(server *s, uint32_t flags) {
  cs_engine_on_poll(s->engine, interrupted, s->channel);
  cs_engine_on_clock(s->engine, read_clock, s->channel);
  cs_engine_ask_names(s->engine, flags & CS_REMOTE_NAMES);
  cs_engine_keep_objects(s->engine, flags & CS_REMOTE_OBJECTS);
  cs_engine_memory_ends(s->engine, flags & CS_REMOTE_MEMORY);
  s->last = flags & CS_REMOTE_LAST;
  s->ending = false;
  s->begun = (cs_begun){0};
}

static cs_status open_engine(server *s, uint32_t op, cs_wire_in *in) {
  cs_limits l;
  int64_t flags;
  if (!get_limits(in, &l) || !cs_wire_get_int(in, &flags)) return CS_ECORRUPT;
  cs_engine_free(s->engine);
  s->engine = NULL;
  cs_status st = op == CS_OP_NEW ? cs_engine_new_in(s->pool, &l, &s->engine)
                                 : cs_engine_load_in(s->pool, &l, in->at,
                                                     (size_t)(in->end - in->at),
                                                     &s->engine);
  if (st == CS_OK) configure(s, (uint32_t)flags);
  if (st == CS_OK && op == CS_OP_LOAD && flags & CS_REMOTE_RENEW)
    cs_engine_renew(s->engine);
  cs_status sent = say_status(s, st, NULL, 0);
  if (sent != CS_OK || st != CS_OK || op == CS_OP_NEW) return sent;
  cs_ask kind;
  size_t n;
  (void)cs_engine_ask(s->engine, &kind, &n);
  return say_stop(s, kind == CS_ASK_NONE   ? CS_STOP_LIMIT
                     : kind == CS_ASK_WAIT ? CS_STOP_WAIT
                                           : CS_STOP_CALL);
}

static bool get_name(cs_wire_in *in, char **out) {
  const char *t;
  size_t n;
  *out = NULL;
  if (cs_wire_get_none(in)) return true;
  if (!cs_wire_get_str(in, &t, &n)) return false;
  *out = strndup(t, n);
  return *out != NULL;
}

static cs_status set_global(server *s, cs_wire_in *in) {
  char *name;
  if (!get_name(in, &name) || !name) return CS_ECORRUPT;
  cs_status st =
      cs_engine_set_global(s->engine, name, in->at, (size_t)(in->end - in->at));
  free(name);
  cs_wire_clear(&s->part);
  if (st == CS_THROW) cs_wire_text(&s->part, cs_engine_error_type(s->engine));
  return say_status(s, st, s->part.data, s->part.len);
}

static cs_status get_global(server *s, cs_wire_in *in) {
  char *name;
  if (!get_name(in, &name) || !name) return CS_ECORRUPT;
  cs_wire_clear(&s->part);
  cs_status st = cs_engine_get_global(s->engine, name, &s->part);
  free(name);
  return say_status(s, st, s->part.data, st == CS_OK ? s->part.len : 0);
}

static cs_status where(server *s) {
  cs_wire_clear(&s->part);
  cs_status st = cs_engine_where(s->engine, &s->part);
  return say_status(s, st, s->part.data, st == CS_OK ? s->part.len : 0);
}

static cs_status repr(server *s) {
  size_t n;
  const char *text = cs_engine_result(s->engine, &n);
  cs_wire_clear(&s->part);
  if (text) cs_wire_str(&s->part, text, n);
  cs_status st = text ? s->part.status : CS_EINVAL;
  return say_status(s, st, s->part.data, st == CS_OK ? s->part.len : 0);
}

static cs_status set_words(server *s, cs_wire_in *in) {
  bool path, good;
  uint32_t n;
  if (!cs_wire_get_bool(in, &path) || !cs_wire_get_seq(in, &n))
    return CS_ECORRUPT;
  char **word = calloc((size_t)n + 1, sizeof *word);
  if (!word) return CS_EOS;
  good = true;
  for (uint32_t i = 0; good && i < n; i++)
    good = get_name(in, &word[i]) && word[i];
  const char *const *words = (const char *const *)word;
  cs_status st = !good  ? CS_ECORRUPT
                 : path ? cs_engine_set_path(s->engine, n, words)
                        : cs_engine_set_argv(s->engine, n, words);
  for (uint32_t i = 0; i < n; i++) free(word[i]);
  free(word);
  return good ? say_status(s, st, NULL, 0) : CS_ECORRUPT;
}

static cs_status tell_more(server *s, cs_wire_in *in) {
  cs_wire_clear(&s->part);
  cs_wire_bool(&s->part, cs_engine_incomplete(s->engine, (const char *)in->at,
                                              (size_t)(in->end - in->at)));
  return say_status(s, CS_OK, s->part.data, s->part.len);
}

static cs_status add_tool(server *s, cs_wire_in *in) {
  char *name = NULL, *signature = NULL, *doc = NULL;
  int64_t flags = 0;
  bool good = get_name(in, &name) && name && get_name(in, &signature) &&
              get_name(in, &doc) && cs_wire_get_int(in, &flags);
  cs_status st = good ? cs_engine_add_tool(s->engine, name, signature, doc,
                                           (uint32_t)flags)
                      : CS_ECORRUPT;
  free(name);
  free(signature);
  free(doc);
  return good ? say_status(s, st, NULL, 0) : CS_ECORRUPT;
}

static cs_status check(server *s, cs_wire_in *in) {
  char *file;
  if (!get_name(in, &file) || !file) return CS_ECORRUPT;
  cs_status st = cs_engine_check(s->engine, (const char *)in->at,
                                 (size_t)(in->end - in->at), file);
  free(file);
  cs_wire_clear(&s->out);
  cs_wire_int(&s->out, st);
  if (st == CS_ESYNTAX) put_raised(s);
  return say(s, CS_GOT_STATUS, NULL, 0);
}

static cs_status dump(server *s) {
  void *bytes = NULL;
  size_t n = 0;
  cs_status st = cs_engine_dump_tidy(s->engine, &bytes, &n);
  cs_status sent = say_status(s, st, bytes, st == CS_OK ? n : 0);
  free(bytes);
  return sent;
}

static cs_status reset(server *s) {
  cs_status st = cs_engine_reset(s->engine);
  if (st == CS_OK) cs_engine_on_poll(s->engine, interrupted, s->channel);
  return say_status(s, st, NULL, 0);
}

/* --- the loop ------------------------------------------------------------ */

static cs_status serve(void *user, cs_channel *channel, const cs_frame *f) {
  server *s = user;
  cs_wire_in in = cs_wire_read(f->data, f->len);
  (void)channel;
  if (f->kind == CS_OP_NEW || f->kind == CS_OP_LOAD)
    return open_engine(s, f->kind, &in);
  if (!s->engine) return CS_EINVAL;
  switch ((cs_remote_op)f->kind) {
    case CS_OP_START: return start(s, &in);
    case CS_OP_RUN: return finish(s, cs_begin_go_on(s->engine, &s->begun));
    case CS_OP_VALUE:
    case CS_OP_RAISE:
    case CS_OP_PENDING:
    case CS_OP_UNDEFINED: return reply(s, f->kind, &in);
    case CS_OP_BYTES: return reply_bytes(s, f->len);
    case CS_OP_SET: return set_global(s, &in);
    case CS_OP_GET: return get_global(s, &in);
    case CS_OP_TOOL: return add_tool(s, &in);
    case CS_OP_CHECK: return check(s, &in);
    case CS_OP_DUMP: return dump(s);
    case CS_OP_ABANDON:
      cs_engine_abandon(s->engine);
      return say_status(s, CS_OK, NULL, 0);
    case CS_OP_RESET: return reset(s);
    case CS_OP_WHERE: return where(s);
    case CS_OP_REPR: return repr(s);
    case CS_OP_WORDS: return set_words(s, &in);
    case CS_OP_MORE: return tell_more(s, &in);
    case CS_OP_NEW:
    case CS_OP_LOAD: break;
  }
  return CS_EINVAL;
}

/* One session is opened and closed, so that the only slot is there and its
 * seed is made before the walls go up. */
static cs_status prepare(void *user, cs_channel *channel, cs_error *err) {
  server *s = user;
  cs_limits l;
  s->channel = channel;
  cs_wire_init(&s->out, CS_WIRE_MAX);
  cs_wire_init(&s->part, CS_WIRE_MAX);
  cs_wire_init(&s->kept, CS_WIRE_MAX);
  cs_limits_default(&l);
  cs_status st = cs_pool_new(0, &s->pool);
  if (st == CS_OK) (void)cs_pool_adopt(s->pool, CS_WORKER_GIFT);
  if (st == CS_OK) st = cs_engine_new_in(s->pool, &l, &s->engine);
  if (st != CS_OK)
    return cs_error_set(err, st, "no memory for the engine of a worker");
  cs_engine_free(s->engine);
  s->engine = NULL;
  return CS_OK;
}

int cs_serve_main(int argc, char *const *argv) {
  server s = {0};
  cs_worker_job job = {.prepare = prepare,
                       .serve = serve,
                       .room = room,
                       .user = &s,
                       .frame_max = CS_WIRE_MAX};
  return cs_worker_main(argc, argv, &job);
}
