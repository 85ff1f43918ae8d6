/*
 * walls.c - what stopped a program, and what stood around it, in its result.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/walls.h"

#include <string.h>

#include "enforce/program_report.h"
#include "serve/result.h"
#include "serve/text.h"
#include "session/denial.h"

static json_t *clean(const char *text) {
  return cs_text_json(text, strlen(text));
}

/* A tool that has to be agreed to, and that nobody could be asked about. */
static bool can_ask(const cs_box *b, size_t i) {
  return b->token[0] && cs_denial_asks(b->session, i);
}

static json_t *denial(const cs_denial *d) {
  return json_pack("{s:s, s:o*, s:o*, s:o*, s:o*, s:o*, s:o*, s:I}", "schema",
                   "caisson.denial/1", "capability", clean(d->capability),
                   "object", clean(d->object), "rule", clean(d->rule), "code",
                   clean(d->code), "reason", clean(d->reason), "remedy",
                   clean(d->remedy), "count", (json_int_t)d->count);
}

void cs_walls_denials(cs_job *j, cs_box *b, json_t *object, json_t *blocks) {
  const cs_denial *d;
  json_t *list = json_array();
  cs_buf told;
  cs_status st = CS_OK;
  size_t n = cs_session_denials(b->session, &d);
  cs_buf_init(&told, 65536);
  for (size_t i = 0; i < n; i++) {
    json_t *one = denial(&d[i]);
    if (can_ask(b, i)) {
      json_object_set_new(one, "request_token", json_string(b->token));
      st = cs_buf_printf(&told,
                         "You can ask for it: request_permission with the "
                         "request_token %s.\n",
                         b->token);
    }
    json_array_append_new(list, one);
    bool limit = cs_denial_is(b->session, i, CS_CAPABILITY_LIMIT);
    if (st == CS_OK && !limit) /* those are told elsewhere */
      st = cs_buf_printf(&told, "%s\n", d[i].reason);
  }
  json_object_set_new(object, "denials", list);
  if (told.len)
    cs_result_block(blocks, j, "refused",
                    cs_text_json(cs_buf_text(&told), told.len));
  cs_buf_fini(&told);
}

void cs_walls_hits(cs_box *b, json_t *object) {
  const cs_limit_hit *h;
  json_t *hits = json_object();
  size_t n = cs_session_limit_hits(b->session, &h);
  for (size_t i = 0; i < n; i++)
    json_object_set_new(
        hits, h[i].key,
        json_pack("{s:I, s:I, s:I}", "configured", (json_int_t)h[i].configured,
                  "used", (json_int_t)h[i].used, "count",
                  (json_int_t)h[i].count));
  json_object_set_new(object, "limit_hits", hits);
}

void cs_walls_report(cs_box *b, json_t *object) {
  cs_enforcement e = {0};
  json_t *missing = json_array();
  bool known = cs_session_enforcement(b->session, &e) == CS_OK;
  for (size_t i = 0; known && i < e.nmissing; i++)
    json_array_append_new(missing, json_string(e.missing[i]));
  json_t *report =
      json_pack("{s:s, s:o}", "level", known && e.full ? "full" : "degraded",
                "missing", missing);
  if (known) json_object_set_new(report, "hash", json_string(e.hash));
  json_object_set_new(object, "enforcement", report);
}

void cs_walls_jail(const cs_terms *t, uint32_t walls, json_t *object) {
  cs_program_report r;
  json_t *missing = json_array();
  const cs_mcp_config *c = t->config;
  bool known = cs_program_report_make(t->jails, c->policy, walls, c->python,
                                      c->audit, &r, NULL) == CS_OK;
  for (size_t i = 0; known && i < r.nmissing; i++)
    json_array_append_new(missing, json_string(r.missing[i]));
  json_t *report =
      json_pack("{s:s, s:o}", "level", known && r.full ? "full" : "degraded",
                "missing", missing);
  if (known) json_object_set_new(report, "hash", json_string(r.hash));
  json_object_set_new(object, "enforcement", report);
}
