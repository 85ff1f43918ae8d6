/*
 * session.c - options, life, names, snapshots.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/error.h"
#include "base/hash.h"
#include "session/denial.h"
#include "session/display.h"
#include "session/enforced.h"
#include "session/policed.h"
#include "session/session_in.h"
#include "session/trace.h"
#include "session/trail.h"
#include "session/web.h"
#include "vfs/store.h"

#include "audit/audit.h" /* behind those that define part of caisson.h */

#define TEXT_MAX (UINT64_C(64) << 20) /* of names, texts, tracebacks */

const char *cs_version(void) {
  return "0.1.0";
}

void cs_options_init(cs_options *o) {
  cs_limits l;
  cs_limits_default(&l);
  *o = (cs_options){.size = sizeof *o,
                    .time_ms = 10000,
                    .fuel = l.fuel,
                    .output = l.output,
                    .sleep_ms = 60000,
                    .memory = l.memory,
                    .recursion = l.recursion,
                    .source = l.source,
                    .calls = 10000,
                    .suspensions = 100000,
                    .futures = 1000,
                    .message = CS_WIRE_MAX};
}

/* --- open and close ------------------------------------------------------ */

/* What a caller built with an older header does not know has its default. */
static cs_status copy_options(cs_session *s, const cs_options *o,
                              cs_error *err) {
  cs_options_init(&s->o);
  if (o) {
    if (o->size < offsetof(cs_options, time_ms) || o->size > 4096)
      return cs_error_set(err, CS_EINVAL,
                          "options were not set up by cs_options_init");
    memcpy(&s->o, o, o->size < sizeof s->o ? o->size : sizeof s->o);
  }
  const cs_host *h = s->o.host;
  if (h)
    memcpy(&s->host, h, h->size < sizeof s->host ? h->size : sizeof s->host);
  s->o.host = NULL;
  if (!s->port.ops) s->port.ops = cs_engine_ops_for(&s->o);
  bool jail = cs_depth_is(s->port.ops->row, CS_IS_JAIL);
  uint64_t most = (uint64_t)(jail ? 64 : 3) << 30;
  if (s->o.memory < (UINT64_C(64) << 10) || s->o.memory > most)
    return cs_error_set(err, CS_EINVAL,
                        "memory must be between 64 KiB and %u GiB",
                        (unsigned)(most >> 30));
  if (s->o.message > CS_WIRE_MAX) s->o.message = CS_WIRE_MAX;
  s->script = strdup(s->o.script_name ? s->o.script_name : "main.py");
  s->o.script_name = s->script;
  s->clock_ns = s->o.clock_ns;
  if (!s->script) return cs_error_set(err, CS_EOS, "no memory");
  return cs_policed_begin(s, err);
}

/* Sessions of a seed are equal, in every process; others have a key that nobody
 * outside of this process knows: the kernel gives each program 16 random bytes
 * when it starts. */
static uint64_t hash_key(const cs_session *s) {
  uint64_t random[2] = {0}, key;
  const void *given = (const void *)getauxval(AT_RANDOM);
  if (given) memcpy(random, given, sizeof random);
  if (s->o.os & CS_OS_SEEDED)
    key = cs_hash_keyed(s->o.seed, "hash key", 8);
  else
    key = cs_hash_keyed(random[0], &random[1], sizeof random[1]);
  return key >> 1; /* it travels as an int */
}

static cs_limits limits_of(const cs_session *s) {
  cs_limits l;
  cs_limits_default(&l);
  l.memory = s->o.memory;
  l.fuel = s->o.fuel;
  l.output = s->o.output;
  l.recursion = s->o.recursion;
  l.source = s->o.source;
  l.hash_key = hash_key(s);
  if (s->o.flags & CS_ONLY_CHECK && l.compile > l.memory) l.compile = l.memory;
  return l;
}

/* A loaded session may have twins, and nothing random must be the same in
 * two of them, unless it is meant to. */
static bool is_new_life(const cs_session *s) {
  return !(s->o.flags & CS_SAME_LIFE) && !(s->o.os & CS_OS_SEEDED);
}

/* A session without an engine. */
static cs_status prepare(const cs_engine_ops *ops, const cs_options *o,
                         cs_session **out, cs_error *err) {
  cs_session *s = calloc(1, sizeof *s);
  if (!s) return cs_error_set(err, CS_EOS, "no memory");
  s->port.ops = ops;
  cs_status st = copy_options(s, o, err);
  cs_buf_init(&s->name, TEXT_MAX);
  cs_buf_init(&s->text, TEXT_MAX);
  cs_buf_init(&s->fault, TEXT_MAX);
  cs_wire_init(&s->args, s->o.message);
  cs_wire_init(&s->value, s->o.message);
  cs_wire_init(&s->reply, s->o.message);
  s->ev = (cs_event){.kind = CS_DONE, .exit_code = -1, .timeout = -1};
  s->traced = cs_trace_wanted();
  if (st == CS_OK && cs_trail_open(s) != CS_OK)
    st = cs_error_set(err, CS_EOS, "no memory");
  if (st != CS_OK) {
    cs_session_close(s);
    return st;
  }
  *out = s;
  return CS_OK;
}

/* Open what runs the program, fresh or from the bytes of a snapshot. */
static cs_status open_engine(cs_session *s, const void *bytes, size_t n,
                             cs_error *err) {
  cs_limits l = limits_of(s);
  cs_engine_how how = {.o = &s->o,
                       .limits = &l,
                       .policy = s->policy,
                       .secrets = (const char *const *)s->secrets,
                       .approvals = s->o.approvals,
                       .log = s->o.audit ? cs_audit_path(s->o.audit) : NULL,
                       .cpu_ms = cs_policed_cpu(s),
                       .renew = is_new_life(s),
                       .bytes = bytes,
                       .n = n};
  return s->port.ops->open(&how, &s->port.engine, err);
}

cs_status cs_session_open(const cs_options *o, cs_session **out,
                          cs_error *err) {
  return cs_session_open_at(NULL, o, out, err);
}

cs_status cs_session_open_at(const cs_engine_ops *ops, const cs_options *o,
                             cs_session **out, cs_error *err) {
  cs_session *s;
  cs_status st = prepare(ops, o, &s, err);
  if (st != CS_OK) return st;
  st = open_engine(s, NULL, 0, err);
  if (st == CS_OK) st = cs_policed_equip(s, err);
  if (st != CS_OK) {
    cs_session_close(s);
    return st;
  }
  *out = s;
  return CS_OK;
}

static void drop_env(cs_session *s) {
  for (size_t i = 0; i < s->nenv; i++) {
    free(s->env[i].name);
    free(s->env[i].value);
  }
  free(s->env);
}

static void drop_words(cs_word_list *w) {
  for (size_t i = 0; i < w->n; i++) free(w->at[i]);
  free(w->at);
  *w = (cs_word_list){0};
}

static cs_status copy_words(cs_word_list *w, size_t n,
                            const char *const *from) {
  drop_words(w);
  w->at = calloc(n + 1, sizeof *w->at);
  if (!w->at) return CS_EOS;
  for (; w->n < n; w->n++)
    if (!(w->at[w->n] = strdup(from[w->n]))) return CS_EOS;
  return CS_OK;
}

static cs_status give_words(cs_session *s, bool path) {
  const cs_word_list *w = path ? &s->path : &s->argv;
  if (!w->at) return CS_OK;
  return cs_port_set_words(&s->port, path, w->n, (const char *const *)w->at);
}

/* Words one behind the other, each with its NUL. */
static void tell_words(cs_session *s, const cs_word_list *w,
                       cs_tap_setup kind) {
  cs_buf all;
  cs_status st = CS_OK;
  cs_buf_init(&all, TEXT_MAX);
  for (size_t i = 0; st == CS_OK && i < w->n; i++)
    st = cs_buf_put(&all, w->at[i], strlen(w->at[i]) + 1);
  if (st == CS_OK)
    cs_session_act(
        s, &(cs_tap_act){
               .kind = kind, .has = true, .data = all.data, .len = all.len});
  cs_buf_fini(&all);
}

cs_status cs_session_set_argv(cs_session *s, size_t n,
                              const char *const *argv) {
  if (s->phase != CS_PHASE_IDLE) return CS_EINVAL;
  cs_status st = copy_words(&s->argv, n, argv);
  if (st == CS_OK) st = cs_session_wake(s);
  if (st == CS_OK) st = give_words(s, false);
  if (st == CS_OK && s->tapped) tell_words(s, &s->argv, CS_TAP_ARGV);
  return st;
}

cs_status cs_session_set_path(cs_session *s, size_t n,
                              const char *const *path) {
  if (s->phase != CS_PHASE_IDLE) return CS_EINVAL;
  cs_status st = copy_words(&s->path, n, path);
  if (st == CS_OK) st = cs_session_wake(s);
  if (st == CS_OK) st = give_words(s, true);
  if (st == CS_OK && s->tapped) tell_words(s, &s->path, CS_TAP_PATH);
  return st;
}

cs_status cs_session_bind(cs_session *s, const char *const *names,
                          cs_error *err) {
  return cs_web_bind(s, names, err);
}

void cs_session_close(cs_session *s) {
  if (!s) return;
  if (s->tapped) s->tap.close(s->tap.user);
  cs_trail_close(s);
  cs_port_free(&s->port);
  cs_denial_fini(s);
  cs_enforced_fini(s);
  cs_vfs_free(s->files);
  cs_scan_fini(&s->scan);
  cs_buf_fini(&s->saved);
  cs_session_drop_tools(s);
  drop_env(s);
  drop_words(&s->argv);
  drop_words(&s->path);
  cs_buf_fini(&s->name);
  cs_buf_fini(&s->text);
  cs_buf_fini(&s->fault);
  cs_wire_fini(&s->args);
  cs_wire_fini(&s->value);
  cs_wire_fini(&s->reply);
  free(s->pending);
  free(s->script);
  free(s->cwd);
  cs_web_close(s);
  cs_display_close(s);
  cs_policed_fini(s);
  free(s);
}

cs_status cs_session_restart(cs_session *s) {
  cs_status awake = cs_session_wake(s);
  if (awake != CS_OK) return awake;
  cs_status st = cs_port_reset(&s->port);
  if (st != CS_OK) return st;
  cs_session_move(s, CS_MOVE_RESTART);
  s->calls = s->suspensions = s->drawn = 0;
  s->before_ns = s->run_ns = 0;
  s->cpu = (cs_cpu_reading){0};
  s->clock_ns = s->o.clock_ns;
  s->ev = (cs_event){.kind = CS_DONE, .exit_code = -1, .timeout = -1};
  for (size_t i = 0; st == CS_OK && i < s->ntools; i++)
    st = cs_session_define(s, &s->tools[i]);
  if (st == CS_OK) st = give_words(s, false);
  if (st == CS_OK) st = give_words(s, true);
  if (st == CS_OK) cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_RESTART});
  return st;
}

/* --- names --------------------------------------------------------------- */

cs_status cs_session_rename(cs_session *s, const char *script_name) {
  if (s->phase != CS_PHASE_IDLE || !*script_name) return CS_EINVAL;
  char *name = strdup(script_name);
  if (!name) return CS_EOS;
  free(s->script);
  s->script = name;
  s->o.script_name = name;
  return CS_OK;
}

cs_status cs_session_set(cs_session *s, const char *name, const void *value,
                         size_t len) {
  if (s->phase != CS_PHASE_IDLE || !*name) return CS_EINVAL;
  cs_status awake = cs_session_wake(s);
  if (awake != CS_OK) return awake;
  cs_status st = cs_port_set_global(&s->port, name, value, len);
  if (st == CS_OK)
    cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_SET,
                                    .name = name,
                                    .has = true,
                                    .data = value,
                                    .len = len});
  if (st != CS_THROW) return st;
  return strcmp(cs_port_error_type(&s->port), "MemoryError") == 0 ? CS_ELIMIT
                                                                  : CS_EINVAL;
}

cs_status cs_session_get(cs_session *s, const char *name, cs_wire *out) {
  cs_status awake = cs_session_wake(s);
  if (awake != CS_OK) return awake;
  return cs_port_get_global(&s->port, name, out);
}

cs_status cs_session_repr(cs_session *s, cs_wire *out) {
  cs_status awake = cs_session_wake(s);
  if (awake != CS_OK) return awake;
  if (s->phase != CS_PHASE_IDLE || s->ev.kind != CS_DONE) return CS_EINVAL;
  return cs_port_repr(&s->port, out);
}

bool cs_session_incomplete(cs_session *s, const char *text, size_t len) {
  return s->phase == CS_PHASE_IDLE && cs_session_wake(s) == CS_OK &&
         cs_port_incomplete(&s->port, text, len);
}

void cs_session_used(const cs_session *s, cs_used *out) {
  cs_usage u = cs_port_usage(&s->port);
  cs_begun b = cs_port_begun(&s->port);
  uint64_t rest = s->run_ns > b.compile_ns ? s->run_ns - b.compile_ns : 0;
  *out =
      (cs_used){.fuel = u.fuel,
                .time_us = s->run_ns / 1000,
                .output = u.output,
                .memory_live = u.memory_live,
                .memory_peak = u.memory_peak,
                .collections = u.collections,
                .calls = s->calls,
                .suspensions = s->suspensions,
                .sleep_us = s->sleep_ns / 1000,
                .compile_us = b.compile_ns / 1000,
                .run_us = (s->port.ops->times_itself ? b.run_ns : rest) / 1000};
}

/* --- snapshots ----------------------------------------------------------- */

/*
 * 8 bytes "CAISSON1", u64 length of what follows, one TUPLE (clock, drawn,
 * calls, suspensions, tools, files and, if there is one, the policy), zeros up
 * to a multiple of 16, the engine's bytes.
 */
static const char magic[8] = "CAISSON1";

static void put_text(cs_wire *w, const char *text) {
  if (text)
    cs_wire_text(w, text);
  else
    cs_wire_none(w);
}

/* What the program did to its files; None without any. */
static cs_status put_files(cs_session *s, cs_wire *w) {
  cs_wire files;
  if (s->saved.len > 0) { /* not used since it was loaded */
    cs_wire_bytes(w, s->saved.data, s->saved.len);
    return CS_OK;
  }
  if (!s->files) {
    cs_wire_none(w);
    return CS_OK;
  }
  cs_wire_init(&files, CS_WIRE_MAX);
  cs_status st = cs_store_dump(s->files, &files);
  if (st == CS_OK) cs_wire_bytes(w, files.data, files.len);
  cs_wire_fini(&files);
  return st;
}

static void put_state(const cs_session *s, cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_TUPLE, s->policy ? 7 : 6);
  cs_wire_int(w, s->clock_ns);
  cs_wire_int(w, (int64_t)s->drawn);
  cs_wire_int(w, (int64_t)s->calls);
  cs_wire_int(w, (int64_t)s->suspensions);
  cs_wire_begin(w, CS_WIRE_LIST, s->ntools);
  for (size_t i = 0; i < s->ntools; i++) {
    cs_wire_begin(w, CS_WIRE_TUPLE, 4);
    cs_wire_text(w, s->tools[i].name);
    put_text(w, s->tools[i].signature);
    put_text(w, s->tools[i].doc);
    cs_wire_int(w, s->tools[i].flags);
  }
}

static cs_status join(const cs_wire *w, const void *engine, size_t n,
                      void **out, size_t *len) {
  size_t head = (16 + w->len + 15) & ~(size_t)15;
  char *p = calloc(1, head + n);
  if (!p) return CS_EOS;
  uint64_t size = w->len;
  memcpy(p, magic, 8);
  memcpy(p + 8, &size, 8);
  memcpy(p + 16, w->data, w->len);
  memcpy(p + head, engine, n);
  *out = p;
  *len = head + n;
  return CS_OK;
}

static cs_status dump(cs_session *s, bool leaves, void **out, size_t *len) {
  if (s->phase == CS_PHASE_GONE || cs_phase_tells(s->phase)) return CS_EINVAL;
  cs_wire w;
  void *engine;
  size_t n;
  cs_status st = cs_port_dump(&s->port, leaves, &engine, &n);
  if (st != CS_OK) return st;
  cs_wire_init(&w, CS_WIRE_MAX);
  put_state(s, &w);
  st = put_files(s, &w);
  cs_policed_dump(s, &w);
  if (st == CS_OK) st = w.status;
  if (st == CS_OK) st = join(&w, engine, n, out, len);
  if (st == CS_OK) cs_trail_snapshot(s, "snapshot.dump", *out, *len);
  cs_wire_fini(&w);
  free(engine);
  return st;
}

cs_status cs_session_dump(cs_session *s, void **out, size_t *len) {
  return dump(s, true, out, len);
}

static bool get_text(cs_wire_in *in, char **out) {
  const char *t;
  size_t n;
  *out = NULL;
  if (cs_wire_get_none(in)) return true;
  if (!cs_wire_get_str(in, &t, &n) || memchr(t, 0, n)) return false;
  *out = strndup(t, n);
  return *out != NULL;
}

static cs_status get_tool(cs_session *s, cs_wire_in *in) {
  cs_tool t = {0};
  uint32_t n;
  int64_t flags = 0;
  bool good = cs_wire_get_seq(in, &n) && n == 4 && get_text(in, &t.name) &&
              get_text(in, &t.signature) && get_text(in, &t.doc) &&
              cs_wire_get_int(in, &flags) && t.name;
  t.flags = (uint32_t)flags;
  cs_status st = good ? cs_session_keep_tool(s, &t) : CS_ECORRUPT;
  free(t.name);
  free(t.signature);
  free(t.doc);
  return st;
}

static cs_status get_files(cs_session *s, cs_wire_in *in) {
  const void *data;
  size_t n;
  if (cs_wire_get_none(in)) return CS_OK;
  if (!cs_wire_get_bytes(in, &data, &n)) return CS_ECORRUPT;
  cs_buf_init(&s->saved, CS_WIRE_MAX);
  return cs_buf_put(&s->saved, data, n);
}

static cs_status get_state(cs_session *s, const void *bytes, size_t len,
                           cs_error *err) {
  cs_wire_in in = cs_wire_read(bytes, len);
  uint32_t n, parts;
  int64_t v[4];
  if (!cs_wire_get_seq(&in, &parts) || parts < 6 || parts > 7)
    return CS_ECORRUPT;
  for (int i = 0; i < 4; i++)
    if (!cs_wire_get_int(&in, &v[i])) return CS_ECORRUPT;
  s->clock_ns = v[0];
  s->drawn = (uint64_t)v[1];
  s->calls = (uint64_t)v[2];
  s->suspensions = (uint64_t)v[3];
  if (!cs_wire_get_seq(&in, &n)) return CS_ECORRUPT;
  cs_status st = CS_OK;
  for (uint32_t i = 0; st == CS_OK && i < n; i++) st = get_tool(s, &in);
  if (st == CS_OK) st = get_files(s, &in);
  if (st == CS_OK && parts == 7) st = cs_policed_load(s, &in, err);
  return st == CS_OK && in.at != in.end ? CS_ECORRUPT : st;
}

static cs_status load(cs_session *s, const char *p, size_t len, cs_error *err) {
  uint64_t size;
  if (len < 16 || memcmp(p, magic, 8) != 0) return CS_ECORRUPT;
  memcpy(&size, p + 8, 8);
  if (size > len - 16) return CS_ECORRUPT;
  size_t head = (16 + (size_t)size + 15) & ~(size_t)15;
  if (head > len) return CS_ECORRUPT;
  cs_status st = get_state(s, p + 16, (size_t)size, err);
  if (st != CS_OK) return st;
  return open_engine(s, p + head, len - head, NULL);
}

cs_status cs_session_load(const cs_options *o, const void *bytes, size_t len,
                          cs_session **out, cs_error *err) {
  cs_session *s;
  cs_status st = prepare(NULL, o, &s, err);
  if (st != CS_OK) return st;
  cs_error why = {0};
  st = s->port.ops->dump ? load(s, bytes, len, &why) : CS_EINVAL;
  if (st == CS_OK) st = cs_policed_equip(s, &why);
  if (st != CS_OK) {
    cs_session_close(s);
    if (why.text[0]) return cs_error_set(err, st, "%s", why.text);
    return cs_error_set(err, st,
                        "these bytes are not a session that can be "
                        "loaded here: %s",
                        cs_status_text(st));
  }
  cs_trail_snapshot(s, "snapshot.load", bytes, len);
  cs_session_reopen(s);
  *out = s;
  return CS_OK;
}

static cs_status copy_env(const cs_session *s, cs_session *to) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < s->nenv; i++)
    st = cs_session_put_env(to, s->env[i].name, s->env[i].value);
  return st;
}

cs_status cs_session_fork(cs_session *s, cs_session **out) {
  void *bytes;
  size_t len;
  cs_session *twin;
  cs_options o = s->o;
  o.size = sizeof o;
  s->host.size = sizeof s->host;
  o.host = &s->host;
  cs_trail_hush(s, true); /* the twin tells of it */
  cs_status st = dump(s, false, &bytes, &len);
  cs_trail_hush(s, false);
  if (st != CS_OK) return st;
  st = cs_session_load(&o, bytes, len, &twin, NULL);
  free(bytes);
  if (st != CS_OK) return st;
  st = copy_env(s, twin);
  if (st == CS_OK && s->files) {
    cs_vfs_free(twin->files); /* what its policy mounted */
    twin->files = NULL;
    st = cs_vfs_twin(s->files, &twin->files);
    if (st == CS_OK) st = cs_policed_copy(s, twin);
    if (st == CS_OK) cs_policed_guard(twin);
  }
  if (st == CS_OK) st = cs_session_settle_files(twin);
  if (st != CS_OK) {
    cs_session_close(twin);
    return st;
  }
  *out = twin;
  return CS_OK;
}
