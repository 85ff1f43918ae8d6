/*
 * cover.c - is one value of a field narrower than another?
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/cover.h"

#include <string.h>

#include "policy/cover_in.h"
#include "policy/host.h"

cs_glob cs_cover_path(const cs_pvalue *e, bool tree) {
  if (e->kind == CS_PV_TEXT) return (cs_glob){.text = e->text, .tree = tree};
  const cs_pvalue *path = cs_pvalue_find(e, "path");
  return (cs_glob){.text = path && path->text ? path->text : "",
                   .literal = true,
                   .tree = tree};
}

/* --- entries ------------------------------------------------------------- */

/* Only what is looked up in the host's tree stands for what lies below it. */
static bool covers_path(const cs_pfield *f, const cs_pvalue *wide,
                        const cs_pvalue *e, uint64_t *budget) {
  bool tree = f->shape->rule == CS_TEXT_GLOB;
  cs_glob a = cs_cover_path(wide, tree), b = cs_cover_path(e, tree);
  return cs_glob_covers(&a, &b, budget);
}

static bool covers_name(const cs_pvalue *wide, const cs_pvalue *e,
                        uint64_t *budget) {
  cs_glob a = {.text = wide->text}, b = {.text = e->text};
  return cs_glob_covers(&a, &b, budget);
}

/* "os" stands for "os.path" as well. */
static bool covers_module(const char *wide, const char *name) {
  size_t n = strlen(wide);
  return strncmp(wide, name, n) == 0 && (!name[n] || name[n] == '.');
}

/* The same host, and where `e` stands a rule at least as strict. */
static bool covers_rule(const cs_pvalue *wide, const cs_pvalue *e) {
  const char *a = cs_pvalue_find(wide, "host")->text;
  const char *b = cs_pvalue_find(e, "host")->text;
  if (a && b) return cs_host_covers(a, b);
  const cs_pvalue *x = cs_pvalue_find(wide, "ip");
  const cs_pvalue *y = cs_pvalue_find(e, "ip");
  return !a && !b && cs_pvalue_equal(x, y);
}

bool cs_cover_entry(const cs_pfield *f, const cs_pvalue *wide,
                    const cs_pvalue *e, uint64_t *budget) {
  if (cs_pvalue_equal(wide, e)) return true;
  if (!f->shape) return false;
  cs_text_rule rule = f->shape->rule;
  if (rule == CS_TEXT_GLOB || rule == CS_TEXT_INNER)
    return covers_path(f, wide, e, budget);
  if (rule == CS_TEXT_HOST)
    return covers_rule(wide, e) && cs_cover_parts(f->shape, wide, e);
  if (rule == CS_TEXT_MODULE) return covers_module(wide->text, e->text);
  if (rule == CS_TEXT_ENVGLOB || rule == CS_TEXT_TOOL || rule == CS_TEXT_IMAGE)
    return covers_name(wide, e, budget);
  return false;
}

static bool covered_by_any(const cs_pfield *f, const cs_pvalue *list,
                           const cs_pvalue *e, uint64_t *budget) {
  for (size_t i = 0; i < list->n; i++)
    if (cs_cover_entry(f, &list->items[i], e, budget)) return true;
  return false;
}

/* --- kinds --------------------------------------------------------------- */

/* Absent means everything. */
static bool narrower_allow(const cs_pfield *f, const cs_pvalue *parent,
                           const cs_pvalue *child, uint64_t *budget) {
  if (parent->kind == CS_PV_NONE) return true;
  if (child->kind == CS_PV_NONE) return false;
  for (size_t i = 0; i < child->n; i++)
    if (!covered_by_any(f, parent, &child->items[i], budget)) return false;
  return true;
}

static bool narrower_deny(const cs_pfield *f, const cs_pvalue *parent,
                          const cs_pvalue *child, uint64_t *budget) {
  return narrower_allow(f, child, parent, budget);
}

/* Entries as they stand in the list or map above. */
static bool narrower_subset(const cs_pvalue *parent, const cs_pvalue *child) {
  for (size_t i = 0; i < child->n; i++) {
    const cs_pvalue *e = &child->items[i], *same = NULL;
    if (e->key) {
      same = cs_pvalue_find(parent, e->key);
      if (same && !cs_pvalue_equal(same, e)) same = NULL;
    }
    for (size_t j = 0; !e->key && !same && j < parent->n; j++)
      if (cs_pvalue_equal(&parent->items[j], e)) same = e;
    if (!same) return false;
  }
  return true;
}

static bool is_word(const cs_pvalue *v, const char *words) {
  return v->text && cs_schema_word(words, v->text) >= 0;
}

/* none is below all; a fixed value is below what the world answers. */
static bool narrower_source(const cs_pvalue *parent, const cs_pvalue *child) {
  if (cs_pvalue_equal(parent, child) || is_word(child, "none")) return true;
  if (is_word(parent, "none")) return false;
  const char *live = "real|host|system|callback|cli";
  return is_word(parent, live) && !is_word(child, live);
}

static bool narrower_spawn(const cs_pfield *f, const cs_pvalue *parent,
                           const cs_pvalue *child, uint64_t *budget) {
  if (parent->kind == CS_PV_BOOL && parent->number) return true;
  if (child->kind == CS_PV_BOOL) return !child->number;
  if (parent->kind == CS_PV_BOOL) return child->n == 0;
  return narrower_allow(f, parent, child, budget);
}

/* A stronger wall, or nothing is run at all; auto stays auto. */
static bool narrower_depth(const cs_policy *parent, const cs_policy *child) {
  const char *words = "interp|process|image|vm|check";
  const char *a = cs_policy_text(parent, CS_POLICY_DEPTH);
  const char *b = cs_policy_text(child, CS_POLICY_DEPTH);
  if (strcmp(b, a) == 0) return true;
  if (strcmp(b, "auto") == 0) return false;
  if (!cs_policy_has(parent, CS_POLICY_DEPTH_ALLOW, b)) return false;
  return strcmp(a, "auto") == 0 ||
         cs_schema_word(words, b) >= cs_schema_word(words, a);
}

static bool narrower(const cs_pfield *f, const cs_pvalue *parent,
                     const cs_pvalue *child, uint64_t *budget) {
  switch (f->meet) {
    case CS_MEET_NUMBER: return child->number <= parent->number;
    case CS_MEET_PERMIT: return !child->number || parent->number;
    case CS_MEET_GUARD: return child->number || !parent->number;
    case CS_MEET_ALLOW: return narrower_allow(f, parent, child, budget);
    case CS_MEET_DENY: return narrower_deny(f, parent, child, budget);
    case CS_MEET_SUBSET: return narrower_subset(parent, child);
    case CS_MEET_ORDER:
      return cs_schema_word(f->words, child->text) <=
             cs_schema_word(f->words, parent->text);
    case CS_MEET_SOURCE: return narrower_source(parent, child);
    case CS_MEET_SPAWN: return narrower_spawn(f, parent, child, budget);
    case CS_MEET_SECRETS: return cs_cover_secrets(parent, child);
    case CS_MEET_SAME: return cs_pvalue_equal(parent, child);
    case CS_MEET_FREE: return true;
    case CS_MEET_DEPTH: return false; /* needs both policies */
  }
  return false;
}

/* What the program sees of the host's files is the same. */
static bool same_files(const cs_policy *a, const cs_policy *b) {
  static const cs_policy_field ids[] = {CS_POLICY_FS_READ, CS_POLICY_FS_WRITE,
                                        CS_POLICY_FS_MOUNTS};
  for (size_t i = 0; i < 3; i++)
    if (!cs_pvalue_equal(cs_policy_value(a, ids[i]),
                         cs_policy_value(b, ids[i])))
      return false;
  return true;
}

static bool narrower_files(const cs_policy *parent, const cs_policy *child,
                           cs_policy_field id, uint64_t *budget) {
  if (same_files(parent, child)) return true;
  if (id == CS_POLICY_FS_READ) return cs_cover_reads(parent, child, budget);
  if (id == CS_POLICY_FS_WRITE) return cs_cover_writes(parent, child, budget);
  return cs_cover_mounts(parent, child);
}

bool cs_cover_field(const cs_policy *parent, const cs_policy *child,
                    cs_policy_field id, uint64_t *budget) {
  const cs_pvalue *a = cs_policy_value(parent, id);
  const cs_pvalue *b = cs_policy_value(child, id);
  if (id == CS_POLICY_DEPTH) return narrower_depth(parent, child);
  if (id == CS_POLICY_FS_READ || id == CS_POLICY_FS_WRITE ||
      id == CS_POLICY_FS_MOUNTS)
    return narrower_files(parent, child, id, budget);
  return cs_pvalue_equal(a, b) || narrower(&cs_schema[id], a, b, budget);
}
