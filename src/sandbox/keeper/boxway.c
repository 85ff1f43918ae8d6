/*
 * boxway.c - the way out of a sandbox, as its keeper sees it.
 *
 * The keeper holds the control socket of the egress process: it hears what was
 * refused, and when it ends the egress process does, too.  It never reads a
 * secret: whoever changes one asks for the socket and writes to it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sandbox/boxfile.h"
#include "sandbox/frame.h"
#include "sandbox/keeper/keeper.h"

#define DENIALS_MAX 64 /* of one exec; equal ones are one, with a count */
#define HEARD_MAX   256

/* --- the jail --------------------------------------------------------------
 */

static cs_status take_files(cs_keeper *k, const json_t *files, cs_error *err) {
  cs_boxway *w = &k->way;
  w->nfiles = json_array_size(files);
  if (w->nfiles > CS_BOXWAY_FILES)
    return cs_error_set(err, CS_EINVAL, "too many files for a way out");
  for (size_t i = 0; i < w->nfiles; i++) {
    const json_t *f = json_array_get(files, i), *t = json_object_get(f, "text");
    w->files[i] =
        (cs_jail_file){.at = json_string_value(json_object_get(f, "at")),
                       .data = json_string_value(t),
                       .len = json_string_length(t)};
    if (!w->files[i].at || !w->files[i].data)
      return cs_error_set(err, CS_EINVAL, "a bad file for a way out");
  }
  return CS_OK;
}

cs_status cs_boxway_set(cs_keeper *k, cs_error *err) {
  const json_t *o = json_object_get(k->spec, "way");
  const json_t *ports = json_object_get(o, "ports");
  cs_boxway *w = &k->way;
  w->control = w->permits.dir = -1;
  if (!json_is_object(o)) return CS_OK;
  w->control = CS_KEEPER_FD_CONTROL;
  w->has = true;
  /* Beside the directory of all sandboxes, as for every command. */
  cs_permits_open(
      &w->permits, k->box,
      json_is_true(json_object_get(o, "asks")) ? "../../approvals" : NULL,
      k->id);
  for (size_t i = 0; i < json_array_size(ports) && i < CS_JAIL_PORTS; i++)
    w->ports[w->nports++] =
        (uint16_t)json_integer_value(json_array_get(ports, i));
  cs_status st = take_files(k, json_object_get(o, "files"), err);
  k->jail_spec.files = w->files;
  k->jail_spec.nfiles = w->nfiles;
  k->jail_spec.way =
      (cs_jail_way){.post = CS_KEEPER_FD_POST,
                    .ports = w->ports,
                    .nports = w->nports,
                    .socks = json_is_true(json_object_get(o, "socks"))};
  return st;
}

const json_t *cs_boxway_env(const cs_keeper *k) {
  return json_object_get(json_object_get(k->spec, "way"), "env");
}

/* --- what is heard ---------------------------------------------------------
 */

static json_t *describe(const cs_egress_event *e) {
  static const char *const kinds[] = {"", "allow", "deny", "close", "secret"};
  char object[CS_NAME_MAX + 16];
  snprintf(object, sizeof object, "%s:%u", e->host, e->port);
  json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "schema",
                        "caisson.denial/1", "capability", "egress", "kind",
                        kinds[e->kind], "object", object, "rule", e->rule,
                        "code", cs_egress_code_word((cs_egress_code)e->code));
  json_object_set_new(o, "reason", json_string(e->reason));
  if (e->remedy[0]) json_object_set_new(o, "remedy", json_string(e->remedy));
  if (e->method[0]) json_object_set_new(o, "method", json_string(e->method));
  if (e->secret[0]) json_object_set_new(o, "secret", json_string(e->secret));
  if (e->kind == CS_EGRESS_EVENT_DENIED)
    json_object_set_new(o, "id", json_integer((json_int_t)e->id));
  if (e->kind == CS_EGRESS_EVENT_CLOSED) {
    json_object_set_new(o, "in", json_integer((json_int_t)e->in));
    json_object_set_new(o, "out", json_integer((json_int_t)e->out));
  }
  return o;
}

static bool is_same(const json_t *a, const json_t *b) {
  static const char *const keys[] = {"object", "code", "rule", "method"};
  for (size_t i = 0; i < 4; i++)
    if (!json_equal(json_object_get(a, keys[i]), json_object_get(b, keys[i])))
      return false;
  return true;
}

/* The network is the whole sandbox's: every command that runs hears of it. */
static void keep_denial(cs_boxexec *x, const json_t *d) {
  json_t *old;
  size_t i;
  if (!x->denials) x->denials = json_array();
  json_array_foreach(x->denials, i, old) {
    if (!is_same(old, d)) continue;
    json_int_t n = json_integer_value(json_object_get(old, "count"));
    json_object_set_new(old, "count", json_integer(n + 1));
    return;
  }
  if (json_array_size(x->denials) >= DENIALS_MAX) return;
  json_t *copy = json_copy((json_t *)(uintptr_t)d);
  json_object_del(copy, "kind");
  json_object_set_new(copy, "count", json_integer(1));
  json_array_append_new(x->denials, copy);
}

static cs_audit_item item(const char *key, const char *text) {
  return (cs_audit_item){.key = key, .text = text, .len = strlen(text)};
}

static void record(cs_keeper *k, const cs_egress_event *e) {
  static const char *const kinds[] = {"", "egress.allow", "egress.deny",
                                      "egress.close", "secret.unused"};
  char object[CS_NAME_MAX + 16];
  snprintf(object, sizeof object, "%s:%u", e->host, e->port);
  cs_audit_item data[] = {
      item("code", cs_egress_code_word((cs_egress_code)e->code)),
      item("method", e->method),
      item("secret", e->secret),
      {.key = "denial", .number = (int64_t)e->id}};
  cs_audit_record r = {
      .kind = kinds[e->kind],
      .decision = e->kind == CS_EGRESS_EVENT_DENIED ? "deny" : "allow",
      .capability = "egress",
      .depth = "image",
      .mechanism = "proxy",
      .rule = e->rule,
      .reason = e->reason,
      .sandbox = k->id,
      .object = object,
      .object_len = strlen(object),
      .data = data,
      .ndata = 4};
  if (e->kind == CS_EGRESS_EVENT_CLOSED) {
    r.has = CS_AUDIT_BYTES_IN | CS_AUDIT_BYTES_OUT;
    r.bytes_in = (int64_t)e->in;
    r.bytes_out = (int64_t)e->out;
  }
  if (k->audit) (void)!cs_audit_put(k->audit, &r, NULL);
}

static void ask_owner(cs_keeper *k, const cs_egress_event *e) {
  cs_egress_verdict v = {.id = e->id};
  cs_message m = {.kind = CS_MESSAGE_VERDICT, .size = sizeof v};
  cs_permits_decide(&k->way.permits, e, false, &v);
  (void)cs_message_send(k->way.control, &m, &v, -1, false);
}

static void take_event(cs_keeper *k, const cs_egress_event *e) {
  if (e->kind == CS_EGRESS_EVENT_ASKS) {
    ask_owner(k, e);
    return;
  }
  if (e->kind < CS_EGRESS_EVENT_ALLOWED || e->kind > CS_EGRESS_EVENT_SECRET ||
      e->code >= CS_EGRESS_CODE_COUNT)
    return;
  json_t *o = describe(e);
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && k->execs[i]->sort == CS_BOXEXEC_COMMAND &&
        k->execs[i]->stage < CS_BOXEXEC_SEALED &&
        e->kind == CS_EGRESS_EVENT_DENIED)
      keep_denial(k->execs[i], o);
  for (size_t i = 0; i < CS_KEEPER_CLIENTS; i++)
    if (k->clients[i] && k->clients[i]->watches)
      cs_client_event(k->clients[i], json_incref(o));
  json_decref(o);
  if (e->kind != CS_EGRESS_EVENT_ALLOWED) record(k, e);
}

/* The egress process is gone, and its listeners with it: everything else of
 * the sandbox goes on. */
static void lose(cs_keeper *k) {
  if (k->way.control >= 0) close(k->way.control);
  k->way.control = -1;
  if (k->stopping || k->over) return;
  k->way.lost = true;
  (void)cs_keeper_record(k, "egress.lost", NULL, "interceptor_down", NULL, 0);
  for (size_t i = 0; i < CS_KEEPER_CLIENTS; i++)
    if (k->clients[i] && k->clients[i]->watches)
      cs_client_result(k->clients[i], json_pack("{s:b}", "lost", 1));
}

void cs_boxway_hear(cs_keeper *k) {
  static _Alignas(16) char data[CS_MESSAGE_MAX];
  for (int i = 0; k->way.control >= 0 && i < HEARD_MAX; i++) {
    cs_message m;
    int fd;
    long n = cs_message_take(k->way.control, &m, data, sizeof data, &fd);
    cs_cleanup_fd(&fd);
    if (n == -1) return;
    if (n < 0) {
      lose(k);
      return;
    }
    if (m.kind == CS_MESSAGE_EVENT && n == (long)sizeof(cs_egress_event))
      take_event(k, (const cs_egress_event *)(const void *)data);
    if (m.kind == CS_MESSAGE_COUNTS && n == (long)sizeof k->way.counts)
      memcpy(&k->way.counts, data, sizeof k->way.counts);
  }
}

static void say(cs_keeper *k, cs_message_kind kind, size_t n) {
  cs_message m = {.kind = (uint64_t)kind, .size = n};
  if (k->way.control >= 0)
    (void)cs_message_send(k->way.control, &m, "1", -1, false);
}

const cs_egress_counts *cs_boxway_counts(cs_keeper *k) {
  if (k->way.control >= 0) {
    say(k, CS_MESSAGE_REPORT, 0);
    (void)cs_jail_await(k->way.control, POLLIN, 200);
    cs_boxway_hear(k);
  }
  return &k->way.counts;
}

void cs_boxway_close(cs_keeper *k) {
  if (k->way.has) cs_permits_close(&k->way.permits);
}

/* --- clients ----------------------------------------------------------------
 */

/* What is allowed is told only while somebody looks. */
void cs_boxway_talk(cs_keeper *k) {
  bool any = false;
  for (size_t i = 0; i < CS_KEEPER_CLIENTS; i++)
    any |= k->clients[i] && k->clients[i]->fd >= 0 && k->clients[i]->watches;
  if (any == k->way.talks) return;
  k->way.talks = any;
  say(k, CS_MESSAGE_TALK, any ? 1 : 0);
}

void cs_boxway_watch(cs_keeper *k, cs_client *c) {
  if (k->way.control < 0) {
    cs_client_fail(c, "state",
                   k->way.lost ? "the egress process of the sandbox has ended"
                               : "the sandbox has no network");
    return;
  }
  c->watches = true;
  cs_client_event(c, json_pack("{s:s}", "event", "watching"));
  cs_boxway_talk(k);
}

/* The control socket itself, for whoever owns the sandbox. */
void cs_boxway_give(cs_keeper *k, cs_client *c) {
  const json_t *net = json_object_get(k->spec, "network");
  if (k->way.control < 0) {
    cs_client_fail(c, "state", "the sandbox has no network");
    return;
  }
  json_t *o = json_pack("{s:b, s:O}", "ok", 1, "network", net);
  cs_buf b;
  cs_buf_init(&b, CS_FRAME_MAX);
  bool good = o && cs_client_backlog(c) == 0 &&
              cs_frame_put_json(&b, CS_FRAME_RESULT, o) == CS_OK &&
              cs_frame_send_fd(c->fd, b.data, b.len, k->way.control);
  cs_buf_fini(&b);
  json_decref(o);
  if (!good) c->ending = true;
}

void cs_boxway_keep(cs_keeper *k, cs_client *c, json_t *network) {
  if (k->way.control < 0 || !json_is_object(network)) {
    cs_client_fail(c, "state", "the sandbox has no network");
    return;
  }
  if (json_object_set(k->spec, "network", network) != 0 ||
      !cs_boxfile_write(k->box, "spec.json", k->spec)) {
    cs_client_fail(c, "runtime_error", "the rules cannot be written");
    return;
  }
  (void)cs_keeper_record(k, "egress.narrow", NULL, "narrowed", NULL, 0);
  cs_client_result(c, json_pack("{s:b, s:s}", "ok", 1, "name", k->name));
}
