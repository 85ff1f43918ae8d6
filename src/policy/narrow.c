/*
 * narrow.c - one policy over another: levels, and who may do what.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/narrow.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/weaken.h"
#include "policy/beneath.h"
#include "policy/canon.h"
#include "policy/cover.h"
#include "policy/policy_in.h"

/* --- merging ------------------------------------------------------------- */

/* The number that a source of `from` has in `p`. */
static cs_status take_source(cs_policy *p, const cs_policy *from, uint16_t old,
                             uint16_t *out) {
  const cs_policy_source *s = &from->source[old];
  for (size_t i = 0; i < p->nsources; i++)
    if (p->source[i].level == s->level &&
        strcmp(p->source[i].file, s->file) == 0) {
      *out = (uint16_t)i;
      return CS_OK;
    }
  return cs_policy_add_source(p, s->level, s->file, out);
}

static cs_status renumber(cs_policy *p, const cs_policy *from, cs_pvalue *v) {
  cs_status st = take_source(p, from, v->source, &v->source);
  for (size_t i = 0; st == CS_OK && i < v->n; i++)
    st = renumber(p, from, &v->items[i]);
  return st;
}

static cs_status take_value(cs_policy *p, const cs_policy *from,
                            cs_policy_field id) {
  cs_status st = cs_pvalue_copy(&p->mem, &from->field[id], &p->field[id]);
  return st == CS_OK ? renumber(p, from, &p->field[id]) : st;
}

/* A new policy with the values of `base`. */
static cs_status clone(const cs_policy *base, cs_policy **out,
                       cs_policy_fault *f) {
  cs_policy *p = NULL;
  assert(base);
  if (cs_policy_new(&p) != CS_OK || !p) return cs_fault_memory(f);
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++) {
    if (!base->field[id].given) continue;
    if (take_value(p, base, id) == CS_OK) continue;
    cs_policy_free(p);
    return cs_fault_memory(f);
  }
  *out = p;
  return CS_OK;
}

cs_status cs_policy_copy(const cs_policy *p, cs_policy **out) {
  return clone(p, out, NULL);
}

static cs_status put_over(cs_policy *p, const cs_policy *top,
                          cs_policy_fault *f) {
  assert(top);
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++)
    if (top->field[id].given && take_value(p, top, id) != CS_OK)
      return cs_fault_memory(f);
  return CS_OK;
}

/* A secret that a narrower level names keeps where it comes from. */
static cs_status complete_secrets(cs_policy *p, const cs_policy *above,
                                  cs_policy_fault *f) {
  cs_pvalue *all = &p->field[CS_POLICY_SECRETS];
  for (size_t i = 0; i < all->n; i++) {
    cs_pvalue *e = &all->items[i];
    const cs_pvalue *old =
        cs_pvalue_find(&above->field[CS_POLICY_SECRETS], e->key);
    for (size_t j = 0; old && j < e->n; j++) {
      if (e->items[j].given) continue;
      if (cs_pvalue_copy(&p->mem, &old->items[j], &e->items[j]) != CS_OK ||
          renumber(p, above, &e->items[j]) != CS_OK)
        return cs_fault_memory(f);
    }
  }
  return CS_OK;
}

cs_status cs_narrow_overlay(const cs_policy *base, const cs_policy *top,
                            cs_policy **out, cs_policy_fault *f) {
  cs_policy *p = NULL;
  cs_status st = clone(base, &p, f);
  if (st != CS_OK || !p) return st;
  st = put_over(p, top, f);
  if (st != CS_OK) {
    cs_policy_free(p);
    return st;
  }
  *out = p;
  return CS_OK;
}

/* --- faults -------------------------------------------------------------- */

static void show(const cs_pvalue *v, char *to, size_t room) {
  cs_buf b;
  cs_buf_init(&b, CS_POLICY_JSON_MAX);
  if (cs_canon_value(v, &b) == CS_OK) cs_fault_copy(to, room, cs_buf_text(&b));
  cs_buf_fini(&b);
}

/* These decide together: each is checked if one of them is set. */
static const cs_policy_field group[] = {CS_POLICY_FS_READ, CS_POLICY_FS_WRITE,
                                        CS_POLICY_FS_MOUNTS};

static bool is_grouped(cs_policy_field id) {
  return id == group[0] || id == group[1] || id == group[2];
}

/* The field that was written and concerns `id`, or CS_POLICY_FIELDS. */
static cs_policy_field written(const cs_policy *by, cs_policy_field id) {
  assert(by);
  if (by->field[id].given) return id;
  for (size_t i = 0; is_grouped(id) && i < 3; i++)
    if (by->field[group[i]].given) return group[i];
  return CS_POLICY_FIELDS;
}

static cs_status widens(const cs_policy *above, const cs_policy *by,
                        cs_policy_field id, bool owner_only,
                        cs_policy_fault *f) {
  assert(above && by);
  id = written(by, id);
  const char *key = cs_schema[id].key;
  char asked[160] = "", allowed[160] = "", source[280];
  cs_policy_origin o = cs_policy_where(by, &by->field[id]);
  cs_policy_origin a = cs_policy_where(above, &above->field[id]);
  show(&by->field[id], asked, sizeof asked);
  if (owner_only)
    snprintf(allowed, sizeof allowed, "only the owner's policy sets it");
  else
    show(&above->field[id], allowed, sizeof allowed);
  snprintf(source, sizeof source, a.line ? "%.250s:%u" : "%.250s", a.file,
           a.line);
  cs_fault_place at = {o.file, o.line, o.column};
  cs_status st =
      cs_fault_set(f, CS_FAULT_WIDENS, at, key, NULL,
                   "'%s' asks for %.160s, which is wider than %.160s (%.250s)",
                   key, asked, allowed, source);
  if (!f) return st;
  memcpy(f->asked, asked, sizeof asked);
  memcpy(f->allowed, allowed, sizeof allowed);
  memcpy(f->source, source, sizeof source);
  return st;
}

/* --- checking ------------------------------------------------------------ */

/* Does a value use a part that only the owner may set? */
static bool has_owner_part(const cs_pfield *f, const cs_pvalue *list) {
  if (!f->shape || f->shape->text_only) return false;
  for (size_t i = 0; i < list->n; i++)
    for (size_t j = 0; j < list->items[i].n && j < f->shape->nfields; j++) {
      const cs_pvalue *part = &list->items[i].items[j];
      if (f->shape->fields[j].marks & CS_MARK_OWNER && part->given &&
          !(part->kind == CS_PV_BOOL && !part->number))
        return true;
    }
  return false;
}

static bool is_owners(cs_policy_field id, const cs_pvalue *v) {
  return cs_schema[id].marks & CS_MARK_OWNER ||
         has_owner_part(&cs_schema[id], v);
}

/* One step of narrowing. */
typedef struct cs_narrowing {
  const cs_policy *above;  /* the bound */
  const cs_policy *before; /* NULL, or the bound without the flags */
  const cs_policy *by;     /* what was written */
  cs_policy *p;            /* the result: above with by over it */
  cs_policy_level level;
  uint64_t budget;
  cs_policy_fault *fault;
} cs_narrowing;

static bool is_bound(const cs_narrowing *n, cs_policy_field id) {
  if (n->level != CS_POLICY_OWNER) return true;
  return n->above->field[id].given;
}

/* The flags are narrower than the project, which is within the user's file. */
static bool flags_win(cs_narrowing *n, cs_policy_field id) {
  return n->before && cs_cover_field(n->before, n->p, id, &n->budget) &&
         cs_cover_field(n->p, n->above, id, &n->budget);
}

static cs_status check_field(cs_narrowing *n, cs_policy_field id) {
  bool agents = n->level == CS_POLICY_PROJECT || n->level == CS_POLICY_CALL;
  if (cs_weaken("L10")) return CS_OK; /* redteam: L10, L06 */
  if (agents && is_owners(id, &n->by->field[id]))
    return widens(n->above, n->by, id, true, n->fault);
  if (!is_bound(n, id)) return CS_OK;
  if (cs_cover_field(n->above, n->p, id, &n->budget)) return CS_OK;
  if (!flags_win(n, id)) return widens(n->above, n->by, id, false, n->fault);
  return take_value(n->p, n->above, id) == CS_OK ? CS_OK
                                                 : cs_fault_memory(n->fault);
}

static cs_status check_all(cs_narrowing *n) {
  cs_status st = CS_OK;
  if (n->level != CS_POLICY_OWNER)
    st = complete_secrets(n->p, n->above, n->fault);
  for (cs_policy_field id = 0; st == CS_OK && id < CS_POLICY_FIELDS; id++)
    if (written(n->by, id) < CS_POLICY_FIELDS) st = check_field(n, id);
  return st;
}

static cs_status leads_out(const cs_narrowing *n, cs_policy_field id,
                           const cs_pvalue *e) {
  cs_policy_origin o = cs_policy_where(n->p, e);
  cs_fault_place at = {o.file, o.line, o.column};
  const char *path = cs_beneath_path(e), *key = cs_schema[id].key;
  cs_status st = cs_fault_set(
      n->fault, CS_FAULT_WIDENS, at, key, NULL,
      "'%s' asks for '%.160s', which leads through a symbolic link below "
      "'%.*s': what is granted ends there; name the directory itself",
      key, path, (int)(e->base < 160 ? e->base : 160), path);
  if (!n->fault) return st;
  cs_fault_copy(n->fault->asked, sizeof n->fault->asked, path);
  snprintf(n->fault->allowed, sizeof n->fault->allowed, "no link below %.*s",
           (int)(e->base < 100 ? e->base : 100), path);
  return st;
}

/* Paths that were compared as texts are opened where they were granted. */
static cs_status bind_paths(const cs_narrowing *n) {
  cs_status st = CS_OK;
  if (cs_weaken("L10")) return st;
  for (size_t i = 0; st == CS_OK && i < 3; i++) {
    if (!n->by->field[group[i]].given || !is_bound(n, group[i])) continue;
    const cs_pvalue *e = cs_beneath_bind(n->above, n->p, group[i]);
    if (e) st = leads_out(n, group[i], e);
  }
  return st;
}

/* A denial of the level above stays as it was written: a wider pattern covers
 * its text, but not what a link in it leads to. */
static cs_status keep_denials(const cs_narrowing *n) {
  const cs_pvalue *old = &n->above->field[CS_POLICY_FS_DENY];
  cs_pvalue *now = &n->p->field[CS_POLICY_FS_DENY];
  if (!n->by->field[CS_POLICY_FS_DENY].given ||
      !is_bound(n, CS_POLICY_FS_DENY) || old->n == 0)
    return CS_OK;
  cs_pvalue *all = cs_pvalue_items(&n->p->mem, old->n + now->n);
  size_t k = now->n;
  if (!all) return cs_fault_memory(n->fault);
  if (k) memcpy(all, now->items, k * sizeof *all);
  for (size_t i = 0; i < old->n; i++) {
    size_t j = 0;
    while (j < now->n && !cs_pvalue_equal(&now->items[j], &old->items[i])) j++;
    if (j < now->n) continue;
    if (cs_pvalue_copy(&n->p->mem, &old->items[i], &all[k]) != CS_OK ||
        renumber(n->p, n->above, &all[k++]) != CS_OK)
      return cs_fault_memory(n->fault);
  }
  now->items = all;
  now->n = k;
  return CS_OK;
}

static cs_status narrow(const cs_policy *above, const cs_policy *before,
                        const cs_policy *by, cs_policy_level level,
                        cs_policy **out, cs_policy_fault *f) {
  cs_narrowing n = {.above = above,
                    .before = before,
                    .by = by,
                    .level = level,
                    .budget = CS_COVER_BUDGET,
                    .fault = f};
  cs_status st = cs_narrow_overlay(above, by, &n.p, f);
  if (st != CS_OK || !n.p) return st;
  st = check_all(&n);
  if (st == CS_OK) st = bind_paths(&n);
  if (st == CS_OK) st = keep_denials(&n);
  if (st != CS_OK) {
    cs_policy_free(n.p);
    return st;
  }
  *out = n.p;
  return CS_OK;
}

cs_status cs_narrow_policy(const cs_policy *above, const cs_policy *by,
                           cs_policy_level level, cs_policy **out,
                           cs_policy_fault *f) {
  if (f) *f = (cs_policy_fault){0};
  return narrow(above, NULL, by, level, out, f);
}

/* --- all levels ---------------------------------------------------------- */

/* Put one more level over `*p`, which is replaced. */
static cs_status add_level(cs_policy **p, const cs_policy *before,
                           const cs_policy *by, cs_policy_level level,
                           cs_policy_fault *f) {
  cs_policy *next = NULL;
  if (!by) return CS_OK;
  cs_status st = narrow(*p, before, by, level, &next, f);
  if (st != CS_OK) return st;
  cs_policy_free(*p);
  *p = next;
  return CS_OK;
}

/* Flags and user file are one level: the system's file binds both. */
static cs_status add_owner(cs_policy *system, const cs_narrow_levels *l,
                           cs_policy **files, cs_policy **all,
                           cs_policy_fault *f) {
  cs_policy *nobody = NULL, *owner = NULL;
  if (cs_policy_new(&nobody) != CS_OK) return cs_fault_memory(f);
  cs_status st = narrow(system, NULL, l->user ? l->user : nobody,
                        CS_POLICY_OWNER, files, f);
  if (st == CS_OK)
    st = cs_narrow_overlay(l->user ? l->user : nobody,
                           l->flags ? l->flags : nobody, &owner, f);
  if (st == CS_OK) st = narrow(system, NULL, owner, CS_POLICY_OWNER, all, f);
  cs_policy_free(nobody);
  cs_policy_free(owner);
  return st;
}

/* What is mounted at /workspace has no more rights than workspace.mode, which
 * another level may have written. */
static cs_status clamp_workspace(cs_policy *p, cs_policy_fault *f) {
  const cs_pvalue *mode = &p->field[CS_POLICY_WORKSPACE_MODE];
  const char *order = cs_schema[CS_POLICY_WORKSPACE_MODE].words;
  cs_pvalue *mounts = &p->field[CS_POLICY_FS_MOUNTS];
  for (size_t i = 0; mode->given && i < mounts->n; i++) {
    cs_pvalue *e = &mounts->items[i], *own = NULL;
    if (strcmp(cs_pvalue_find(e, "guest")->text, "/workspace") != 0) continue;
    for (size_t k = 0; k < e->n; k++)
      if (strcmp(e->items[k].key, "mode") == 0) own = &e->items[k];
    cs_policy_origin o = cs_policy_where(p, mode);
    if (strcmp(mode->text, "none") == 0)
      return cs_fault_set(f, CS_FAULT_WIDENS,
                          (cs_fault_place){o.file, o.line, o.column},
                          "workspace.mode", NULL,
                          "workspace.mode is 'none', and something is mounted "
                          "at /workspace");
    if (own &&
        cs_schema_word(order, own->text) > cs_schema_word(order, mode->text))
      own->text = mode->text;
  }
  return CS_OK;
}

cs_status cs_narrow_levels_all(const cs_narrow_levels *l, cs_policy **out,
                               cs_policy_fault *f) {
  cs_policy *system = NULL, *files = NULL, *all = NULL, *nobody = NULL;
  if (f) *f = (cs_policy_fault){0};
  if (cs_policy_new(&nobody) != CS_OK) return cs_fault_memory(f);
  cs_status st =
      cs_narrow_overlay(nobody, l->system ? l->system : nobody, &system, f);
  if (st == CS_OK) st = add_owner(system, l, &files, &all, f);
  if (st == CS_OK)
    st = add_level(&all, files, l->project, CS_POLICY_PROJECT, f);
  if (st == CS_OK) st = add_level(&all, NULL, l->call, CS_POLICY_CALL, f);
  if (st == CS_OK) st = clamp_workspace(all, f);
  cs_policy_free(nobody);
  cs_policy_free(system);
  cs_policy_free(files);
  if (st != CS_OK) {
    cs_policy_free(all);
    return st;
  }
  *out = all;
  return CS_OK;
}

/* --- comparing ----------------------------------------------------------- */

cs_narrow_word cs_narrow_compare(const cs_policy *a, const cs_policy *b,
                                 cs_policy_field id) {
  uint64_t budget = CS_COVER_BUDGET;
  if (cs_pvalue_equal(&a->field[id], &b->field[id])) return CS_NARROW_EQUAL;
  bool down = cs_cover_field(a, b, id, &budget);
  bool up = cs_cover_field(b, a, id, &budget);
  return down ? CS_NARROW_NARROWER : up ? CS_NARROW_WIDER : CS_NARROW_OTHER;
}

bool cs_narrow_is_within(const cs_policy *a, const cs_policy *b,
                         cs_policy_field *id) {
  uint64_t budget = CS_COVER_BUDGET;
  for (*id = 0; *id < CS_POLICY_FIELDS; ++*id)
    if (!cs_cover_field(a, b, *id, &budget)) return false;
  return true;
}
