/*
 * listen.c - who is told that the list of tools has changed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/listen.h"

#include <stdlib.h>
#include <string.h>

#define META_SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"

typedef struct cs_listener {
  struct cs_listener *next; /* the server's lock */
  const cs_caller *caller;
  cs_outlet *outlet; /* kept */
  json_t *id;        /* owned: of the request; NULL: told unasked */
} listener;

static json_t *meta(json_t *id) {
  return id ? json_pack("{s:O}", META_SUBSCRIPTION, id) : NULL;
}

/* --- joining ------------------------------------------------------------- */

/* False: this caller has enough of them, or there is no memory. */
static bool add(cs_link *l, json_t *id) {
  cs_server *s = l->server;
  listener *new = calloc(1, sizeof *new);
  size_t n = 0;
  if (!new) return false;
  *new = (listener){.caller = l->caller, .outlet = l->outlet};
  new->id = id ? json_incref(id) : NULL;
  new->outlet->keep(new->outlet, 1);
  pthread_mutex_lock(&s->lock);
  for (const listener *at = s->listeners; at; at = at->next)
    n += at->caller == l->caller;
  bool room = n < CS_LISTENERS && !s->closing;
  if (room) {
    new->next = s->listeners;
    s->listeners = new;
  }
  pthread_mutex_unlock(&s->lock);
  if (room) return true;
  json_decref(new->id);
  new->outlet->keep(new->outlet, -1);
  free(new);
  return false;
}

void cs_listen_join(cs_link *l) {
  pthread_mutex_lock(&l->server->lock);
  bool there = false;
  for (const listener *at = l->server->listeners; at; at = at->next)
    there |= at->outlet == l->outlet;
  pthread_mutex_unlock(&l->server->lock);
  if (!there) (void)add(l, NULL);
}

/* What can be told is told; the rest of the wish is left out of the
 * acknowledgement. */
void cs_listen_take(cs_link *l, const cs_rpc_message *m) {
  json_t *wish = json_object_get(m->params, "notifications");
  bool tools = json_is_true(json_object_get(wish, "toolsListChanged"));
  if (!json_is_object(wish)) {
    cs_proto_refuse(l->outlet, m->id, CS_RPC_PARAMS,
                    "params needs notifications, an object", NULL);
    return;
  }
  json_t *granted = json_object();
  if (tools) json_object_set_new(granted, "toolsListChanged", json_true());
  json_t *told =
      json_pack("{s:o, s:o}", "notifications", granted, "_meta", meta(m->id));
  l->outlet->send(
      l->outlet,
      cs_rpc_notice("notifications/subscriptions/acknowledged", told));
  if (!add(l, m->id))
    cs_proto_refuse(l->outlet, m->id, CS_RPC_INTERNAL,
                    "Too many subscriptions are open; close one first", NULL);
}

/* --- telling ------------------------------------------------------------- */

static listener *copy_all(cs_server *s) {
  listener *out = NULL;
  pthread_mutex_lock(&s->lock);
  for (const listener *at = s->listeners; at; at = at->next) {
    listener *one = calloc(1, sizeof *one);
    if (!one) break;
    *one = *at;
    if (one->id) json_incref(one->id);
    one->outlet->keep(one->outlet, 1);
    one->next = out;
    out = one;
  }
  pthread_mutex_unlock(&s->lock);
  return out;
}

/* A client that does not read makes its sender wait, so nothing is sent with
 * the lock. */
void cs_listen_tell(cs_server *s) {
  for (listener *at = copy_all(s), *next; at; at = next) {
    json_t *m = meta(at->id);
    json_t *p = m ? json_pack("{s:o}", "_meta", m) : NULL;
    at->outlet->send(at->outlet,
                     cs_rpc_notice("notifications/tools/list_changed", p));
    next = at->next;
    json_decref(at->id);
    at->outlet->keep(at->outlet, -1);
    free(at);
  }
}

/* --- leaving ------------------------------------------------------------- */

static void free_all(listener *list, bool tell) {
  while (list) {
    listener *next = list->next;
    if (tell && list->id)
      list->outlet->send(
          list->outlet,
          cs_rpc_result(list->id,
                        json_pack("{s:s, s:o}", "resultType", "complete",
                                  "_meta", meta(list->id))));
    if (list->id) list->outlet->done(list->outlet);
    json_decref(list->id);
    list->outlet->keep(list->outlet, -1);
    free(list);
    list = next;
  }
}

typedef struct match {
  const cs_outlet *outlet; /* NULL: any */
  const cs_caller *caller;
  const char *scope;
  const json_t *id; /* NULL: any */
} match;

static bool fits(const listener *at, const match *m) {
  if (m->outlet) return at->outlet == m->outlet;
  return !m->id || (at->caller == m->caller && at->id &&
                    strcmp(at->outlet->scope, m->scope) == 0 &&
                    json_equal(at->id, m->id));
}

static listener *take_out(cs_server *s, const match *m) {
  listener *out = NULL;
  pthread_mutex_lock(&s->lock);
  for (listener **p = &s->listeners; *p;) {
    listener *at = *p;
    if (!fits(at, m)) {
      p = &at->next;
      continue;
    }
    *p = at->next;
    at->next = out;
    out = at;
  }
  pthread_mutex_unlock(&s->lock);
  return out;
}

void cs_listen_cancel(cs_server *s, const cs_caller *c, const char *scope,
                      const json_t *id) {
  if (scope[0])
    free_all(take_out(s, &(match){.caller = c, .scope = scope, .id = id}),
             false);
}

void cs_listen_leave(cs_server *s, const cs_outlet *o) {
  free_all(take_out(s, &(match){.outlet = o}), false);
}

void cs_listen_end_all(cs_server *s) {
  free_all(take_out(s, &(match){.outlet = NULL}), true);
}
