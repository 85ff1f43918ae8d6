/*
 * judged.c - the static rules of a policy, asked before a program runs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/judged.h"

#include <stdlib.h>
#include <string.h>

#include "caisson/check.h"
#include "caisson/session.h"

static bool has_rules(const cs_policy *p) {
  return cs_policy_value(p, CS_POLICY_IMPORTS_ALLOW)->kind != CS_PV_NONE ||
         cs_policy_count(p, CS_POLICY_IMPORTS_DENY) > 0 ||
         cs_policy_count(p, CS_POLICY_BUILTINS_DENY) > 0 ||
         strcmp(cs_policy_text(p, CS_POLICY_CODE_RULES), "none") != 0;
}

/* A list for C, with NULL at its end; `*bad`: no memory. */
static const char **list_of(const cs_policy *p, cs_policy_field id, bool *bad) {
  const cs_pvalue *v = cs_policy_value(p, id);
  if (v->kind == CS_PV_NONE) return NULL;
  const char **list = calloc(v->n + 1, sizeof *list);
  *bad |= !list;
  for (size_t i = 0; list && i < v->n; i++) list[i] = v->items[i].text;
  return list;
}

/* What is wrong, as an exception of the program's that has not begun. */
static const cs_event *refuse(cs_session *s, const char *type,
                              const char *message, uint32_t line) {
  size_t head = strlen(type) + 2;
  cs_buf_clear(&s->text);
  (void)!cs_buf_printf(&s->text, "%s: %s\n", type, message);
  const char *text = cs_buf_text(&s->text);
  bool whole = s->text.len > head; /* there was memory for it */
  s->refused_at =
      (cs_frame_info){.file = s->script, .source = "", .line = line};
  s->refused = (cs_raised){.type = type,
                           .message = whole ? text + head : text,
                           .message_len = whole ? s->text.len - head - 1 : 0,
                           .frames = &s->refused_at,
                           .nframes = line ? 1 : 0};
  s->ev = (cs_event){.kind = CS_RAISED,
                     .text = text,
                     .text_len = s->text.len,
                     .error = &s->refused,
                     .exit_code = -1,
                     .timeout = -1,
                     .invalid = true};
  cs_session_move(s, CS_MOVE_STOP);
  return &s->ev;
}

static const cs_event *judge(cs_session *s, const cs_check_options *o,
                             const char *code, size_t len) {
  cs_check_report *r = NULL;
  const cs_event *ev = NULL;
  cs_error err = {0};
  if (cs_check(o, code, len, &r, &err) != CS_OK)
    return refuse(s, "MemoryError", err.text, 0);
  if (cs_check_result(r) == CS_CHECK_REFUSED) {
    const cs_check_finding *f = NULL;
    for (size_t i = 0; i < cs_check_count(r) && (!f || f->unsure); i++)
      f = cs_check_at(r, i);
    bool import = f && strcmp(f->rule, "import") == 0;
    ev = refuse(s, import ? "ImportError" : "PermissionError",
                f ? f->message : "a rule of the policy refuses it",
                f ? f->line : 0);
  }
  cs_check_free(r);
  return ev;
}

/* The lists of a policy, for C; owned. */
typedef struct lists {
  const char **allow, **deny, **builtins;
} lists;

static bool read_lists(const cs_policy *p, lists *l) {
  bool bad = false;
  l->allow = list_of(p, CS_POLICY_IMPORTS_ALLOW, &bad);
  l->deny = list_of(p, CS_POLICY_IMPORTS_DENY, &bad);
  l->builtins = list_of(p, CS_POLICY_BUILTINS_DENY, &bad);
  return !bad;
}

static void drop_lists(lists *l) {
  free(l->allow);
  free(l->deny);
  free(l->builtins);
}

const cs_event *cs_judged_refuses(cs_session *s, const char *code, size_t len) {
  const cs_policy *p = s->policy;
  const cs_event *ev = NULL;
  lists l;
  if (!p || !has_rules(p)) return NULL;
  if (read_lists(p, &l)) {
    cs_check_options o;
    cs_check_options_init(&o);
    o.profile = cs_policy_text(p, CS_POLICY_CODE_RULES);
    o.code_bytes =
        (uint32_t)(s->o.source < UINT32_MAX ? s->o.source : UINT32_MAX);
    if (s->o.memory < o.memory) o.memory = s->o.memory;
    if (l.allow) o.allow_imports = l.allow;
    if (l.deny[0]) o.block_imports = l.deny;
    if (l.builtins[0]) o.block_builtins = l.builtins;
    ev = judge(s, &o, code, len);
  } else {
    ev = refuse(s, "MemoryError", "no memory for its rules", 0);
  }
  drop_lists(&l);
  return ev;
}

const cs_event *cs_judged_refuse(cs_session *s, const char *type,
                                 const char *message) {
  return refuse(s, type, message, 0);
}
