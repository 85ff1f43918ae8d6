/*
 * trail.c - what a session writes into the audit log.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/trail.h"
#include "session/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "audit/flood.h"
#include "audit/line.h"
#include "audit/secret.h"
#include "depth/workers.h"
#include "enforce/enforce.h"
#include "session/enforced.h"

#define CODE_KEPT 64 /* code whose digest is kept for the next run */

struct cs_trail {
  cs_audit *log;     /* borrowed; NULL: only names are kept */
  uint64_t count;    /* of runs that were named */
  bool named, keyed; /* this run is the last of them; there is a key */
  bool spelled;      /* `run` is its name */
  bool running, hush;
  cs_audit_stem start, end;   /* the last such records that others may repeat */
  uint64_t requests, refused; /* of this run */
  size_t code_len;            /* 0: none is kept */
  char code[CODE_KEPT];       /* of the last run */
  cs_audit_voice voice;       /* under which policy it runs */
  cs_flood flood;
  char session[CS_AUDIT_ID]; /* "": not named yet */
  char run[CS_AUDIT_ID], code_hex[CS_LINE_HASH + 1];
  cs_error broken;
};

/* --- names --------------------------------------------------------------- */

/* A random key for the session, and a number: what becomes of both is spelled
 * where the name is needed.  Asking the kernel each time would cost as much as
 * a record. */
static bool name_run(cs_trail *t) {
  uint8_t *key = t->voice.run_key;
  if (!t->keyed && getrandom(key, CS_AUDIT_KEY, 0) != CS_AUDIT_KEY)
    return false;
  t->count++;
  t->keyed = t->named = true;
  t->spelled = false;
  return true;
}

static const char *run_of(cs_trail *t) {
  if (!t->named) return "";
  if (!t->spelled) cs_audit_spell_run(t->voice.run_key, t->count, t->run);
  t->spelled = true;
  return t->run;
}

static cs_trail *make(cs_session *s) {
  if (!s->trail) s->trail = calloc(1, sizeof *s->trail);
  return s->trail;
}

cs_status cs_trail_open(cs_session *s) {
  if (!s->o.audit) return CS_OK;
  if (!make(s)) return CS_EOS;
  s->trail->log = s->o.audit;
  return cs_audit_new_id("ses_", s->trail->session) ? CS_OK : CS_EOS;
}

const char *cs_session_id(cs_session *s) {
  cs_trail *t = make(s);
  if (t && !t->session[0]) (void)cs_audit_new_id("ses_", t->session);
  return t ? t->session : "";
}

const char *cs_session_run_id(cs_session *s) {
  cs_trail *t = make(s);
  if (t && !t->named) (void)name_run(t);
  return t ? run_of(t) : "";
}

/* --- putting ------------------------------------------------------------- */

static bool is_on(const cs_session *s) {
  return s->trail && s->trail->log && !s->trail->hush;
}

/* What is in force for this session; others may share the log. */
static void find_voice(cs_session *s) {
  cs_audit_voice *v = &s->trail->voice;
  cs_enforcement e;
  snprintf(v->policy_hash, sizeof v->policy_hash, "%s", s->policy_hash);
  if (!(s->o.flags & CS_PROBING) && cs_session_enforcement(s, &e) == CS_OK)
    snprintf(v->report_hash, sizeof v->report_hash, "%s", e.hash);
  v->since = 0;
}

static bool put_as(cs_session *s, cs_audit_record *r, cs_audit_stem *stem) {
  cs_trail *t = s->trail;
  r->session = t->session;
  if (t->named && !r->run) r->run = run_of(t);
  r->depth = s->port.ops->row->name;
  if (s->policy && !t->voice.policy_hash[0]) find_voice(s);
  return cs_audit_tell(t->log, &t->voice, r, stem, &t->broken) == CS_OK ||
         cs_audit_flags(t->log) & CS_AUDIT_OPTIONAL;
}

static bool put_now(cs_session *s, cs_audit_record *r) {
  return put_as(s, r, NULL);
}

/* The record of `stem` once more, with this run and these numbers; false: it
 * has to be told in full. */
static bool put_again(cs_trail *t, const cs_audit_stem *stem, uint64_t when,
                      const int64_t *number, uint32_t count) {
  cs_audit_again r = {.run = t->count,
                      .mono_ns = (int64_t)when,
                      .number = number,
                      .count = count};
  return t->named && cs_audit_repeat(t->log, &t->voice, stem, &r);
}

/* What was counted instead of written. */
static bool drain(cs_session *s, bool end) {
  cs_flood *f = &s->trail->flood;
  cs_flood_bucket b;
  if (f->n == 0 || !cs_flood_is_due(f, (int64_t)cs_session_now(), end))
    return true;
  while (cs_flood_take(f, &b)) {
    cs_audit_item data[] = {
        {.key = "count", .number = (int64_t)b.count},
        {.key = "kind", .text = b.kind, .len = strlen(b.kind)}};
    cs_audit_record r = {.kind = "suppressed",
                         .data = data,
                         .ndata = 2,
                         .rule = b.rule[0] ? b.rule : NULL};
    if (!put_now(s, &r)) return false;
  }
  return true;
}

/* A record that may be one of very many. */
static bool put(cs_session *s, cs_audit_record *r) {
  int64_t now = (int64_t)cs_session_now();
  if (s->trail->flood.n && !drain(s, false)) return false;
  if (!cs_flood_pass(&s->trail->flood, now, r->kind, r->rule)) return true;
  return put_now(s, r);
}

const cs_event *cs_trail_end(cs_session *s) {
  s->trail->running = false;
  cs_port_abandon(&s->port);
  cs_buf_clear(&s->text);
  (void)!cs_buf_printf(&s->text, "audit_unavailable: %s",
                       s->trail->broken.text);
  s->ev = (cs_event){.kind = CS_LIMIT,
                     .name = "audit",
                     .name_len = 5,
                     .text = cs_buf_text(&s->text),
                     .text_len = s->text.len,
                     .exit_code = -1,
                     .timeout = -1};
  cs_session_move(s, CS_MOVE_STOP);
  return &s->ev;
}

/* --- runs ---------------------------------------------------------------- */

/* Digest and length, or all of it. */
static size_t tell_bytes(cs_session *s, const char *key, const void *bytes,
                         size_t len, const char *hex, cs_audit_item out[2]) {
  out[0] = (cs_audit_item){.key = "sha256", .text = hex, .len = CS_LINE_HASH};
  if (!(cs_audit_flags(s->trail->log) & CS_AUDIT_FULL)) return 1;
  out[1] = (cs_audit_item){.key = key, .text = bytes, .len = len};
  return 2;
}

/* Is this the code of the run before?  Short code often is. */
static bool is_same_code(const cs_trail *t, const char *code, size_t len) {
  return len > 0 && len == t->code_len && memcmp(t->code, code, len) == 0;
}

static void keep_code(cs_trail *t, const char *code, size_t len) {
  cs_line_digest(code, len, NULL, 0, t->code_hex);
  t->code_len = len <= CODE_KEPT ? len : 0;
  memcpy(t->code, code, t->code_len);
}

static const char *worker_name(const cs_session *s) {
  return cs_workers_are_remote(s->o.workers) ? "remote" : "worker";
}

static bool start_run(cs_session *s, const char *code, size_t len) {
  cs_trail *t = s->trail;
  cs_audit_item data[4];
  size_t n = tell_bytes(s, "code", code, len, t->code_hex, data);
  data[n++] = (cs_audit_item){
      .key = "version", .text = cs_version(), .len = strlen(cs_version())};
  cs_audit_record r = {.kind = "run.start",
                       .decision = "allow",
                       .mechanism = s->o.jails     ? "jail"
                                    : s->o.workers ? worker_name(s)
                                                   : "none",
                       .has = CS_AUDIT_BYTES_IN,
                       .bytes_in = (int64_t)len,
                       .data = data,
                       .ndata = n};
  t->start = (cs_audit_stem){0};
  return put_as(s, &r, &t->start);
}

bool cs_trail_run(cs_session *s, const char *code, size_t len) {
  cs_trail *t = s->trail;
  if (t) t->named = false;
  if (!is_on(s)) return true;
  cs_trail_abandon(s);
  (void)name_run(t);
  t->requests = t->refused = 0;
  bool same = is_same_code(t, code, len);
  if (!same) keep_code(t, code, len);
  t->running = (same && put_again(t, &t->start, s->started, NULL, 0)) ||
               start_run(s, code, len);
  return t->running;
}

static const char *reason_of(const cs_event *ev) {
  switch (ev->kind) {
    case CS_DONE: return "ok";
    case CS_RAISED:
      return ev->exit_code >= 0 ? "exit" : ev->invalid ? "invalid" : "error";
    case CS_LIMIT:
      return cs_limit_of(ev) == CS_BY_LIMIT_CANCELLED ? "cancelled" : "limit";
    case CS_CRASHED: return "crashed";
    case CS_CALL:
    case CS_OS:
    case CS_NAME:
    case CS_WAIT:
    case CS_OUTPUT: break;
  }
  return "abandoned";
}

/* The end of a run that came to its end, by its numbers. */
static bool end_again(cs_trail *t, const cs_session *s, const cs_used *u) {
  const int64_t number[] = {(int64_t)u->output,  (int64_t)u->calls,
                            (int64_t)u->fuel,    (int64_t)u->memory_peak,
                            (int64_t)t->refused, (int64_t)t->requests,
                            (int64_t)u->time_us};
  return put_again(t, &t->end, s->turn_end, number,
                   sizeof number / sizeof *number);
}

static bool tell_end(cs_session *s, const cs_event *ev, const cs_used *u) {
  cs_trail *t = s->trail;
  bool done = ev->kind == CS_DONE;
  cs_audit_item data[] = {
      /* its numbers in the order of their names */
      {.key = "calls", .number = (int64_t)u->calls},
      {.key = "fuel", .number = (int64_t)u->fuel},
      {.key = "memory_peak", .number = (int64_t)u->memory_peak},
      {.key = "refused", .number = (int64_t)t->refused},
      {.key = "requests", .number = (int64_t)t->requests},
      {.key = "time_us", .number = (int64_t)u->time_us},
      {.key = "error",
       .text = ev->error ? ev->error->type : NULL,
       .len = ev->error ? strlen(ev->error->type) : 0}};
  cs_audit_record r = {.kind = "run.end",
                       .reason = reason_of(ev),
                       .has = CS_AUDIT_BYTES_OUT,
                       .bytes_out = (int64_t)u->output,
                       .data = data,
                       .ndata = ev->error ? 7 : 6};
  if (ev->kind == CS_RAISED && ev->exit_code >= 0) {
    r.has |= CS_AUDIT_EXIT_CODE;
    r.exit_code = ev->exit_code;
  }
  if (done) t->end = (cs_audit_stem){0};
  return put_as(s, &r, done && !ev->error ? &t->end : NULL);
}

static bool end_run(cs_session *s, const cs_event *ev) {
  cs_trail *t = s->trail;
  cs_used u;
  if (!t->running) return true;
  bool good = drain(s, true);
  t->running = false;
  cs_session_used(s, &u);
  bool again = ev->kind == CS_DONE && !ev->error && end_again(t, s, &u);
  return (again || tell_end(s, ev, &u)) && good;
}

static bool tell_limit(cs_session *s, const cs_event *ev) {
  if (cs_limit_of(ev) == CS_BY_LIMIT_CANCELLED || !s->trail->running)
    return true;
  cs_audit_record r = {.kind = "limit.hit",
                       .decision = "deny",
                       .capability = "limit",
                       .object = ev->name,
                       .object_len = ev->name_len};
  return put_now(s, &r);
}

static bool tell_call(cs_session *s, const cs_event *ev) {
  char hex[CS_LINE_HASH + 1], id[24];
  cs_audit_item data[2];
  cs_line_digest((const char *)ev->args, ev->args_len, NULL, 0, hex);
  size_t n = tell_bytes(s, "args", ev->args, ev->args_len, hex, data);
  snprintf(id, sizeof id, "%llu", (unsigned long long)ev->id);
  cs_audit_record r = {.kind = "call.start",
                       .decision = "allow",
                       .capability = "tool",
                       .tool_call = id,
                       .object = ev->name,
                       .object_len = ev->name_len,
                       .has = CS_AUDIT_BYTES_OUT,
                       .bytes_out = (int64_t)ev->args_len,
                       .data = data,
                       .ndata = n};
  return put(s, &r);
}

void cs_trail_egress(cs_session *s, const cs_egress_event *e) {
  char object[CS_NAME_MAX + 16];
  if (!is_on(s) || e->code >= CS_EGRESS_CODE_COUNT) return;
  int n = snprintf(object, sizeof object, "%s:%u", e->host, e->port);
  const char *code = cs_egress_code_word((cs_egress_code)e->code);
  cs_audit_item data[] = {{.key = "code", .text = code, .len = strlen(code)},
                          {.key = "denial", .number = (int64_t)e->id}};
  cs_audit_record r = {.kind = "egress.deny",
                       .decision = "deny",
                       .capability = "egress",
                       .mechanism = "proxy",
                       .rule = e->rule,
                       .reason = e->reason,
                       .object = object,
                       .object_len = (size_t)n,
                       .data = data,
                       .ndata = 2};
  (void)put(s, &r);
}

bool cs_trail_event(cs_session *s, const cs_event *ev) {
  if (!is_on(s)) return true;
  switch (ev->kind) {
    case CS_CALL: return tell_call(s, ev);
    case CS_LIMIT: return tell_limit(s, ev) && end_run(s, ev);
    case CS_DONE:
    case CS_RAISED:
    case CS_CRASHED: return end_run(s, ev);
    case CS_OS:
    case CS_NAME:
    case CS_WAIT:
    case CS_OUTPUT: break;
  }
  return true;
}

void cs_trail_abandon(cs_session *s) {
  static const cs_event nothing = {.kind = CS_WAIT};
  if (is_on(s)) (void)!end_run(s, &nothing);
}

void cs_trail_close(cs_session *s) {
  cs_trail_abandon(s);
  if (s->trail) cs_audit_voice_fini(&s->trail->voice);
  free(s->trail);
  s->trail = NULL;
}

/* --- requests ------------------------------------------------------------ */

/* The number of an OSError, or of PermissionError without one; 0: neither. */
static int refusal(const void *bytes, size_t len) {
  cs_wire_in in = cs_wire_read(bytes, len);
  cs_wire_item item;
  const char *type, *text;
  size_t type_len, text_len;
  uint32_t n;
  int64_t code = 0;
  if (cs_wire_next(&in, &item) != CS_OK || item.tag != CS_WIRE_EXCEPTION ||
      !cs_wire_get_str(&in, &type, &type_len) ||
      !cs_wire_get_str(&in, &text, &text_len))
    return 0;
  if (type_len == 15 && memcmp(type, "PermissionError", 15) == 0) return EACCES;
  if (!cs_wire_get_seq(&in, &n) || n < 1 || !cs_wire_get_int(&in, &code))
    return 0;
  return (int)code;
}

static bool is_refused(int code) {
  return code == EACCES || code == EPERM || code == EROFS;
}

/* The path of a request, and the flags of fs.open. */
static bool path_of(const cs_session *s, const char **path, size_t *len,
                    int64_t *flags) {
  cs_wire_in in = cs_wire_read(s->args.data, s->args.len);
  uint32_t n;
  *flags = 0;
  if (!cs_wire_get_seq(&in, &n) || n < 1 || !cs_wire_get_str(&in, path, len))
    return false;
  if (n > 1) (void)cs_wire_get_int(&in, flags);
  return true;
}

static const char *capability_of(const cs_session *s, int64_t flags) {
  static const char *const names[] = {
      [CS_ABOUT_OTHER] = "os",        [CS_ABOUT_CLOCK] = "clock",
      [CS_ABOUT_ENTROPY] = "entropy", [CS_ABOUT_ENV] = "env",
      [CS_ABOUT_FILE] = "fs.read",    [CS_ABOUT_WHOLE] = "fs.read",
      [CS_ABOUT_PLACE] = "os",        [CS_ABOUT_NET] = "os"};
  bool opens =
      s->oscall == CS_OSCALL_OPEN && flags & (O_ACCMODE | O_CREAT | O_TRUNC);
  if (opens || cs_oscall_is(s->oscall, CS_OSCALL_CHANGES)) return "fs.write";
  return names[cs_oscall_is_about(s->oscall)];
}

/* Opening and what changes names is told; reading on in an open file is not. */
static bool is_told(const cs_session *s, bool has_path) {
  if (!has_path) return false;
  return s->oscall == CS_OSCALL_OPEN ||
         cs_oscall_is(s->oscall, CS_OSCALL_CHANGES);
}

/* A file that is not there because nothing is mounted there. */
static bool is_outside(const cs_session *s, int code, const char *path,
                       size_t len) {
  char copy[CS_VFS_PATH];
  if (code != ENOENT || !s->files || len >= sizeof copy || path[0] != '/' ||
      strcmp(cs_buf_text(&s->name), "fs.open") != 0)
    return false;
  memcpy(copy, path, len);
  copy[len] = 0;
  return !cs_vfs_covers(s->files, copy);
}

static bool tell_request(cs_session *s, int code) {
  const char *path = NULL;
  size_t len = 0;
  int64_t flags = 0;
  bool has_path = path_of(s, &path, &len, &flags);
  const char *capability = capability_of(s, flags);
  bool refused =
      is_refused(code) || (has_path && is_outside(s, code, path, len));
  s->trail->requests++;
  if (refused)
    s->trail->refused++;
  else if (!is_told(s, has_path))
    return true;
  bool files = capability[0] == 'f';
  cs_audit_record r = {
      .kind = refused ? files ? "fs.deny" : "os.deny" : cs_buf_text(&s->name),
      .decision = refused ? "deny" : "allow",
      .capability = capability,
      .rule = !refused        ? NULL
              : code == EROFS ? "mount.mode"
                              : "default-deny",
      .mechanism = "interpreter",
      .object = has_path ? path : cs_buf_text(&s->name),
      .object_len = has_path ? len : s->name.len};
  char word[24];
  if (code) snprintf(word, sizeof word, "errno %d", code);
  if (code) r.reason = word;
  return put(s, &r);
}

bool cs_trail_os(cs_session *s, bool refused) {
  if (!is_on(s)) return true;
  return tell_request(s, refused ? refusal(s->reply.data, s->reply.len) : 0);
}

/* --- replies ------------------------------------------------------------- */

static bool end_call(cs_session *s, uint64_t number, const char *how,
                     size_t len) {
  char id[24];
  snprintf(id, sizeof id, "%llu", (unsigned long long)number);
  cs_audit_record r = {.kind = "call.end",
                       .capability = "tool",
                       .tool_call = id,
                       .reason = how,
                       .has = CS_AUDIT_BYTES_IN,
                       .bytes_in = (int64_t)len};
  return put(s, &r);
}

static bool reply_to_call(cs_session *s, const cs_reply *r) {
  const char *how = r->kind == CS_REPLY_VALUE     ? "value"
                    : r->kind == CS_REPLY_RAISE   ? "raised"
                    : r->kind == CS_REPLY_PENDING ? "pending"
                                                  : "unknown";
  return end_call(s, s->ev.id, how, r->len);
}

/* A session from a snapshot goes on with a run that began elsewhere. */
static bool resume_run(cs_session *s) {
  cs_trail *t = s->trail;
  cs_audit_record r = {.kind = "run.resume", .decision = "allow"};
  (void)name_run(t);
  t->requests = t->refused = 0;
  t->running = put_now(s, &r);
  return t->running;
}

bool cs_trail_reply(cs_session *s, const cs_reply *r) {
  if (!is_on(s)) return true;
  if (!s->trail->running && !resume_run(s)) return false;
  if (s->ev.kind == CS_CALL) return reply_to_call(s, r);
  if (s->ev.kind == CS_OS && r->kind != CS_REPLY_UNHANDLED)
    return tell_request(
        s, r->kind == CS_REPLY_RAISE ? refusal(r->value, r->len) : 0);
  if (s->ev.kind != CS_WAIT || r->kind != CS_REPLY_SETTLE) return true;
  for (size_t i = 0; i < r->nsettled; i++)
    if (!end_call(s, r->settled[i].id,
                  r->settled[i].raised ? "raised" : "value", r->settled[i].len))
      return false;
  return true;
}

/* --- between runs -------------------------------------------------------- */

void cs_trail_mount(cs_session *s, const char *host, const char *at,
                    cs_mount_mode mode) {
  static const char *const modes[] = {"overlay", "ro", "rw", "sealed"};
  if (!is_on(s)) return;
  const char *word = modes[(unsigned)mode & 3u];
  cs_audit_item data[] = {
      {.key = "mode", .text = word, .len = strlen(word)},
      {.key = "host", .text = host, .len = host ? strlen(host) : 0}};
  cs_audit_record r = {
      .kind = "fs.mount",
      .decision = "allow",
      .capability = mode == CS_MOUNT_RW ? "fs.write" : "fs.read",
      .object = at,
      .object_len = strlen(at),
      .data = data,
      .ndata = host ? 2 : 1};
  (void)!put(s, &r);
}

void cs_trail_env(cs_session *s, const char *variable, const char *value) {
  if (!is_on(s) || !value || !cs_secret_is_name(variable)) return;
  (void)!cs_audit_secret(s->trail->log, variable, value, strlen(value));
}

void cs_trail_hush(cs_session *s, bool on) {
  if (s->trail) s->trail->hush = on;
}

void cs_trail_snapshot(cs_session *s, const char *kind, const void *bytes,
                       size_t len) {
  char hex[CS_LINE_HASH + 1];
  if (!is_on(s)) return;
  cs_line_digest(bytes, len, NULL, 0, hex);
  cs_audit_item data[] = {{.key = "bytes", .number = (int64_t)len},
                          {.key = "sha256", .text = hex, .len = CS_LINE_HASH}};
  cs_audit_record r = {.kind = kind, .data = data, .ndata = 2};
  (void)!put(s, &r);
}

void cs_trail_files(cs_session *s, const char *kind, const char *at,
                    cs_status st, const char *why) {
  if (!is_on(s)) return;
  cs_audit_record r = {.kind = kind,
                       .capability = "fs.write",
                       .decision = st == CS_OK ? "allow" : "deny",
                       .object = at ? at : "*",
                       .object_len = at ? strlen(at) : 1,
                       .reason = st == CS_OK ? NULL : why};
  (void)!put(s, &r);
}

void cs_trail_artifact(cs_session *s, const cs_change *c) {
  static const char *const kinds[] = {"created", "modified", "removed",
                                      "moved"};
  char hex[CS_LINE_HASH + 1] = "";
  if (!is_on(s)) return;
  for (int i = 0; c->hashed && i < 32; i++)
    snprintf(hex + 2 * i, 3, "%02x", c->sha256[i]);
  cs_audit_item data[] = {{.key = "bytes", .number = (int64_t)c->size},
                          {.key = "sha256", .text = hex, .len = strlen(hex)}};
  cs_audit_record r = {.kind = "artifact",
                       .reason = kinds[c->kind],
                       .object = c->path,
                       .object_len = strlen(c->path),
                       .data = data,
                       .ndata = c->hashed ? 2 : 1};
  (void)!put(s, &r);
}
