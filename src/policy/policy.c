/*
 * policy.c - the object, its defaults and how it is read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/policy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/weaken.h"
#include "policy/policy_in.h"

/* --- defaults ------------------------------------------------------------ */

/* An entry of a default list; ports are numbers. */
static void default_entry(const cs_pfield *f, const char *text,
                          cs_pvalue *out) {
  *out = (cs_pvalue){.kind = CS_PV_TEXT, .text = text};
  if (!f->shape || f->shape->fields[0].type != CS_TYPE_COUNT) return;
  *out = (cs_pvalue){.kind = CS_PV_INT, .number = strtoull(text, NULL, 10)};
}

static cs_status default_list(cs_policy *p, const cs_pfield *f,
                              cs_pvalue *out) {
  size_t n = 0;
  while (f->list && f->list[n]) n++;
  cs_pvalue *items = cs_pvalue_items(&p->mem, n);
  if (!items) return CS_EOS;
  for (size_t i = 0; i < n; i++) default_entry(f, f->list[i], &items[i]);
  *out = (cs_pvalue){.kind = f->type == CS_TYPE_MAP ? CS_PV_MAP : CS_PV_LIST,
                     .items = items,
                     .n = n};
  return CS_OK;
}

cs_status cs_policy_default(cs_policy *p, const cs_pfield *f, cs_pvalue *out) {
  *out = (cs_pvalue){0};
  if (f->absent) return CS_OK;
  switch (f->type) {
    case CS_TYPE_SPAWN:
    case CS_TYPE_BOOL: out->kind = CS_PV_BOOL; break;
    case CS_TYPE_COUNT:
    case CS_TYPE_SIZE:
    case CS_TYPE_TIME:
    case CS_TYPE_CPUS: out->kind = CS_PV_INT; break;
    case CS_TYPE_WORD:
    case CS_TYPE_TEXT: out->kind = CS_PV_TEXT; break;
    case CS_TYPE_LIST:
    case CS_TYPE_MAP: return default_list(p, f, out);
  }
  out->number = f->number;
  out->text = f->text;
  return CS_OK;
}

/* --- life ---------------------------------------------------------------- */

cs_status cs_policy_new(cs_policy **out) {
  cs_policy *p = calloc(1, sizeof *p);
  if (!p) return CS_EOS;
  cs_scratch_init(&p->mem, CS_POLICY_MEMORY);
  p->source[0] = (cs_policy_source){CS_POLICY_BUILTIN, "built-in"};
  p->nsources = 1;
  cs_status st = CS_OK;
  for (int id = 0; st == CS_OK && id < CS_POLICY_FIELDS; id++)
    st = cs_policy_default(p, &cs_schema[id], &p->field[id]);
  if (st != CS_OK) {
    cs_policy_free(p);
    return st;
  }
  *out = p;
  return CS_OK;
}

void cs_policy_free(cs_policy *p) {
  if (!p) return;
  cs_scratch_fini(&p->mem);
  free(p);
}

cs_status cs_policy_add_source(cs_policy *p, cs_policy_level level,
                               const char *file, uint16_t *out) {
  if (p->nsources == CS_POLICY_SOURCES) return CS_ELIMIT;
  const char *copy = cs_pvalue_text(&p->mem, file, strlen(file));
  if (!copy) return CS_EOS;
  p->source[p->nsources] = (cs_policy_source){level, copy};
  *out = (uint16_t)p->nsources++;
  return CS_OK;
}

/* --- reading ------------------------------------------------------------- */

const cs_pvalue *cs_policy_value(const cs_policy *p, cs_policy_field id) {
  assert(id < CS_POLICY_FIELDS);
  return &p->field[id];
}

bool cs_policy_is_set(const cs_policy *p, cs_policy_field id) {
  return cs_policy_value(p, id)->given;
}

cs_policy_origin cs_policy_where(const cs_policy *p, const cs_pvalue *v) {
  const cs_policy_source *s = &p->source[v->source];
  return (cs_policy_origin){s->level, s->file, v->line, v->column};
}

/* Test builds can leave a limit out where it is applied, by its name: the
 * policy, its hash and its report are as they were. */
uint64_t cs_policy_number(const cs_policy *p, cs_policy_field id) {
  if (cs_weaken(cs_schema[id].key)) return cs_schema[id].most;
  return cs_policy_value(p, id)->number;
}

bool cs_policy_flag(const cs_policy *p, cs_policy_field id) {
  return cs_policy_value(p, id)->number != 0 || cs_weaken(cs_schema[id].key);
}

const char *cs_policy_text(const cs_policy *p, cs_policy_field id) {
  return cs_policy_value(p, id)->text;
}

size_t cs_policy_count(const cs_policy *p, cs_policy_field id) {
  return cs_policy_value(p, id)->n;
}

const cs_pvalue *cs_policy_entry(const cs_policy *p, cs_policy_field id,
                                 size_t i) {
  const cs_pvalue *v = cs_policy_value(p, id);
  assert(i < v->n);
  return &v->items[i];
}

bool cs_policy_has(const cs_policy *p, cs_policy_field id, const char *text) {
  const cs_pvalue *v = cs_policy_value(p, id);
  for (size_t i = 0; i < v->n; i++)
    if (v->items[i].text && strcmp(v->items[i].text, text) == 0) return true;
  return false;
}
