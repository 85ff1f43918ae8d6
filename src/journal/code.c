/*
 * code.c - what records say: events, replies, answers and acts as bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "journal/code.h"

#include <stdlib.h>
#include <string.h>

#include "digest/digest.h"

static bool get_tuple(cs_wire_in *in, const cs_record *rec, uint32_t want) {
  uint32_t n;
  *in = cs_wire_read(rec->body, rec->len);
  return cs_wire_get_seq(in, &n) && n == want;
}

static bool get_uint(cs_wire_in *in, uint64_t *out) {
  cs_wire_item item;
  cs_wire_in from = *in;
  if (cs_wire_next(in, &item) == CS_OK) {
    *out = (uint64_t)item.i;
    if (item.tag == CS_WIRE_INT && item.i >= 0) return true;
    if (item.tag == CS_WIRE_BIGINT && item.len <= 8 && !item.negative) {
      *out = 0;
      memcpy(out, item.data, item.len);
      return true;
    }
  }
  *in = from;
  return false;
}

/* --- the head ------------------------------------------------------------ */

#define NLIMITS 13

static void limits_of(cs_options *o, uint64_t *at[NLIMITS]) {
  uint64_t *all[NLIMITS] = {
      &o->time_ms, &o->fuel,     &o->output,       &o->sleep_ms, &o->memory,
      &o->source,  &o->calls,    &o->suspensions,  &o->futures,  &o->message,
      &o->turn_ms, &o->total_ms, &o->clock_step_ns};
  memcpy(at, all, sizeof all);
}

void cs_code_put_head(cs_wire *w, const cs_options *o, const void *note,
                      size_t note_len) {
  cs_options copy = *o;
  uint64_t *limit[NLIMITS];
  limits_of(&copy, limit);
  cs_wire_begin(w, CS_WIRE_TUPLE, 4);
  cs_wire_int(w, CS_CODE_VERSION);
  cs_wire_text(w, cs_version());
  cs_wire_bytes(w, note, note_len);
  cs_wire_begin(w, CS_WIRE_TUPLE, 6 + NLIMITS);
  cs_wire_uint(w, o->flags);
  cs_wire_uint(w, o->os);
  cs_wire_uint(w, o->seed);
  cs_wire_int(w, o->clock_ns);
  const char *script = o->script_name ? o->script_name : "main.py";
  cs_wire_bytes(w, script, strlen(script));
  cs_wire_uint(w, o->recursion);
  for (int i = 0; i < NLIMITS; i++) cs_wire_uint(w, *limit[i]);
}

static bool get_options(cs_wire_in *in, cs_code_head *out) {
  uint32_t n;
  uint64_t flags, os, recursion, *limit[NLIMITS];
  const void *script;
  cs_options_init(&out->o);
  limits_of(&out->o, limit);
  if (!cs_wire_get_seq(in, &n) || n != 6 + NLIMITS || !get_uint(in, &flags) ||
      !get_uint(in, &os) || !get_uint(in, &out->o.seed) ||
      !cs_wire_get_int(in, &out->o.clock_ns) ||
      !cs_wire_get_bytes(in, &script, &out->script_len) ||
      !get_uint(in, &recursion))
    return false;
  for (int i = 0; i < NLIMITS; i++)
    if (!get_uint(in, limit[i])) return false;
  out->o.flags = (uint32_t)flags;
  out->o.os = (uint32_t)os;
  out->o.recursion = (uint32_t)recursion;
  out->o.script_name = script;
  return true;
}

bool cs_code_get_head(const cs_record *rec, cs_code_head *out) {
  cs_wire_in in;
  int64_t version;
  return rec->kind == CS_RECORD_HEAD && get_tuple(&in, rec, 4) &&
         cs_wire_get_int(&in, &version) && version == CS_CODE_VERSION &&
         cs_wire_get_str(&in, &out->library, &out->library_len) &&
         cs_wire_get_bytes(&in, &out->note, &out->note_len) &&
         get_options(&in, out) && in.at == in.end;
}

/* --- requests that the session answers ----------------------------------- */

static void digest(const cs_tap_request *r, uint8_t out[CS_CODE_DIGEST]) {
  cs_digest d;
  cs_digest_blake2 p = cs_digest_blake2_default(CS_DIGEST_BLAKE2B);
  p.digest_size = CS_CODE_DIGEST;
  (void)!cs_digest_init_blake2(&d, CS_DIGEST_BLAKE2B, &p);
  cs_digest_update(&d, r->args, r->args_len);
  cs_digest_finish(&d, out, CS_CODE_DIGEST);
}

static void put_request(cs_wire *w, size_t parts, const cs_tap_request *r) {
  uint8_t sum[CS_CODE_DIGEST];
  digest(r, sum);
  cs_wire_begin(w, CS_WIRE_TUPLE, parts);
  cs_wire_str(w, r->name, r->name_len);
  cs_wire_bytes(w, sum, sizeof sum);
}

void cs_code_put_intent(cs_wire *w, const cs_tap_request *r) {
  put_request(w, 2, r);
}

void cs_code_put_answer(cs_wire *w, const cs_tap_request *r, bool raised,
                        int64_t now) {
  put_request(w, 4, r);
  cs_wire_bool(w, raised);
  cs_wire_int(w, now);
}

bool cs_code_get_answer(const cs_record *rec, cs_code_answer *out) {
  cs_wire_in in;
  size_t n;
  bool answer = rec->kind == CS_RECORD_ANSWER;
  *out = (cs_code_answer){0};
  if (!get_tuple(&in, rec, answer ? 4 : 2) ||
      !cs_wire_get_str(&in, &out->name, &out->name_len) ||
      !cs_wire_get_bytes(&in, &out->digest, &n) || n != CS_CODE_DIGEST)
    return false;
  if (!answer) return in.at == in.end;
  if (!cs_wire_get_bool(&in, &out->raised) || !cs_wire_get_int(&in, &out->now))
    return false;
  out->reply = in.at;
  out->reply_len = (size_t)(in.end - in.at);
  return cs_wire_check(out->reply, out->reply_len, 1) == CS_OK;
}

bool cs_code_is_about(const cs_code_answer *a, const cs_tap_request *r) {
  uint8_t sum[CS_CODE_DIGEST];
  if (a->name_len != r->name_len || memcmp(a->name, r->name, r->name_len) != 0)
    return false;
  digest(r, sum);
  return memcmp(sum, a->digest, sizeof sum) == 0;
}

/* --- events -------------------------------------------------------------- */

static void put_end(cs_wire *w, const cs_event *ev) {
  cs_wire_begin(w, CS_WIRE_TUPLE, 6);
  cs_wire_int(w, ev->kind);
  cs_wire_bytes(w, ev->name, ev->name_len);
  cs_wire_bytes(w, ev->text, ev->text_len);
  cs_wire_bool(w, ev->has_value);
  cs_wire_bytes(w, ev->value, ev->has_value ? ev->value_len : 0);
  cs_wire_int(w, ev->exit_code);
}

void cs_code_put_event(cs_wire *w, const cs_event *ev) {
  if (ev->kind >= CS_DONE) {
    put_end(w, ev);
    return;
  }
  cs_wire_begin(w, CS_WIRE_TUPLE, 7);
  cs_wire_int(w, ev->kind);
  cs_wire_uint(w, ev->id);
  cs_wire_uint(w, ev->object);
  cs_wire_bytes(w, ev->name, ev->name_len);
  cs_wire_bytes(w, ev->args, ev->args_len);
  cs_wire_begin(w, CS_WIRE_LIST, ev->npending);
  for (size_t i = 0; i < ev->npending; i++) cs_wire_uint(w, ev->pending[i]);
  cs_wire_float(w, ev->timeout);
}

static bool get_text(cs_wire_in *in, const char **text, size_t *n) {
  const void *p;
  if (!cs_wire_get_bytes(in, &p, n)) return false;
  *text = p;
  return true;
}

static bool get_end(cs_wire_in *in, cs_event *ev) {
  int64_t code;
  const void *value;
  if (!get_text(in, &ev->name, &ev->name_len) ||
      !get_text(in, &ev->text, &ev->text_len) ||
      !cs_wire_get_bool(in, &ev->has_value) ||
      !cs_wire_get_bytes(in, &value, &ev->value_len) ||
      !cs_wire_get_int(in, &code))
    return false;
  ev->value = value;
  ev->exit_code = (int)code;
  return in->at == in->end;
}

static bool get_request(cs_wire_in *in, cs_event *ev) {
  const void *args;
  uint32_t n;
  if (!get_uint(in, &ev->id) || !get_uint(in, &ev->object) ||
      !get_text(in, &ev->name, &ev->name_len) ||
      !cs_wire_get_bytes(in, &args, &ev->args_len) || !cs_wire_get_seq(in, &n))
    return false;
  ev->args = args;
  for (uint32_t i = 0; i < n; i++)
    if (cs_wire_skip(in) != CS_OK) return false;
  return cs_wire_get_float(in, &ev->timeout) && in->at == in->end;
}

bool cs_code_get_event(const cs_record *rec, cs_event *out) {
  cs_wire_in in;
  int64_t kind;
  bool end = rec->kind == CS_RECORD_END;
  *out = (cs_event){.exit_code = -1, .timeout = -1};
  if (!get_tuple(&in, rec, end ? 6 : 7) || !cs_wire_get_int(&in, &kind))
    return false;
  if (end ? kind < CS_DONE || kind > CS_CRASHED
          : kind < CS_CALL || kind > CS_WAIT)
    return false;
  out->kind = (cs_event_kind)kind;
  return end ? get_end(&in, out) : get_request(&in, out);
}

/* --- replies ------------------------------------------------------------- */

void cs_code_put_reply(cs_wire *w, const cs_reply *r) {
  bool has = r->kind == CS_REPLY_VALUE || r->kind == CS_REPLY_RAISE;
  size_t n = r->kind == CS_REPLY_SETTLE ? r->nsettled : 0;
  cs_wire_begin(w, CS_WIRE_TUPLE, 3);
  cs_wire_int(w, r->kind);
  cs_wire_bytes(w, r->value, has ? r->len : 0);
  cs_wire_begin(w, CS_WIRE_LIST, n);
  for (size_t i = 0; i < n; i++) {
    cs_wire_begin(w, CS_WIRE_TUPLE, 3);
    cs_wire_uint(w, r->settled[i].id);
    cs_wire_bool(w, r->settled[i].raised);
    cs_wire_bytes(w, r->settled[i].value, r->settled[i].len);
  }
}

static bool get_settled(cs_wire_in *in, cs_settled *out) {
  uint32_t n;
  return cs_wire_get_seq(in, &n) && n == 3 && get_uint(in, &out->id) &&
         cs_wire_get_bool(in, &out->raised) &&
         cs_wire_get_bytes(in, &out->value, &out->len);
}

bool cs_code_get_reply(const cs_record *rec, cs_reply *out) {
  cs_wire_in in;
  int64_t kind;
  uint32_t n;
  *out = (cs_reply){0};
  if (!get_tuple(&in, rec, 3) || !cs_wire_get_int(&in, &kind) ||
      kind < CS_REPLY_VALUE || kind > CS_REPLY_SETTLE ||
      !cs_wire_get_bytes(&in, &out->value, &out->len) ||
      !cs_wire_get_seq(&in, &n))
    return false;
  out->kind = (cs_reply_kind)kind;
  cs_settled *list = calloc((size_t)n + 1, sizeof *list);
  if (!list) return false;
  bool good = true;
  for (uint32_t i = 0; good && i < n; i++) good = get_settled(&in, &list[i]);
  out->settled = list;
  out->nsettled = n;
  return good && in.at == in.end;
}

/* --- acts ---------------------------------------------------------------- */

static void put_text(cs_wire *w, const char *text) {
  if (text)
    cs_wire_bytes(w, text, strlen(text));
  else
    cs_wire_none(w);
}

void cs_code_put_act(cs_wire *w, const cs_tap_act *a) {
  cs_wire_begin(w, CS_WIRE_TUPLE, 6);
  cs_wire_int(w, a->kind);
  put_text(w, a->name);
  cs_wire_bool(w, a->has);
  cs_wire_bytes(w, a->data, a->has ? a->len : 0);
  put_text(w, a->doc);
  cs_wire_uint(w, a->flags);
}

static bool get_copy(cs_wire_in *in, char **out) {
  const void *p;
  size_t n;
  *out = NULL;
  if (cs_wire_get_none(in)) return true;
  if (!cs_wire_get_bytes(in, &p, &n) || memchr(p, 0, n)) return false;
  *out = strndup(p, n);
  return *out != NULL;
}

bool cs_code_get_act(const cs_record *rec, cs_tap_act *out, char **name,
                     char **doc) {
  cs_wire_in in;
  int64_t kind;
  uint64_t flags;
  *out = (cs_tap_act){0};
  *name = *doc = NULL;
  if (!get_tuple(&in, rec, 6) || !cs_wire_get_int(&in, &kind) ||
      kind < CS_TAP_SET || kind > CS_TAP_PATH || !get_copy(&in, name) ||
      !cs_wire_get_bool(&in, &out->has) ||
      !cs_wire_get_bytes(&in, &out->data, &out->len) || !get_copy(&in, doc) ||
      !get_uint(&in, &flags) || in.at != in.end)
    return false;
  out->kind = (cs_tap_setup)kind;
  out->name = *name;
  out->doc = *doc;
  out->flags = (uint32_t)flags;
  return true;
}
