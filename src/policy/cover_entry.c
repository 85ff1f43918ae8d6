/*
 * cover_entry.c - entries with several fields, and lists that overlap.
 *
 * Where one entry lies inside of another, the inner one decides; so leaving an
 * inner entry out can widen.  An inner entry that restricts must still be
 * there, as it was.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "policy/cover.h"
#include "policy/cover_in.h"
#include "policy/host.h"

/* --- rules for hosts ----------------------------------------------------- */

/* Is each text or number of `e` in `wide`?  Absent means all. */
static bool has_all(const cs_pvalue *wide, const cs_pvalue *e) {
  if (wide->kind == CS_PV_NONE) return true;
  if (e->kind == CS_PV_NONE) return false;
  for (size_t i = 0; i < e->n; i++) {
    size_t j = 0;
    while (j < wide->n && !cs_pvalue_equal(&wide->items[j], &e->items[i])) j++;
    if (j == wide->n) return false;
  }
  return true;
}

/* Is `path` at or below `prefix`, by whole segments as requests are judged? */
static bool is_below(const char *path, const char *prefix) {
  size_t n = strlen(prefix);
  if (n == 0 || strncmp(path, prefix, n) != 0) return false;
  return prefix[n - 1] == '/' || !path[n] || path[n] == '/';
}

/* Is each path's begin below one of `wide`? */
static bool has_prefixes(const cs_pvalue *wide, const cs_pvalue *e) {
  if (wide->kind == CS_PV_NONE) return true;
  if (e->kind == CS_PV_NONE) return false;
  for (size_t i = 0; i < e->n; i++) {
    size_t j = 0;
    while (j < wide->n && !is_below(e->items[i].text, wide->items[j].text)) j++;
    if (j == wide->n) return false;
  }
  return true;
}

static bool at_most(const cs_pvalue *wide, const cs_pvalue *e) {
  if (wide->kind == CS_PV_NONE) return true;
  return e->kind != CS_PV_NONE && e->number <= wide->number;
}

static bool earlier_word(const cs_pfield *f, const cs_pvalue *wide,
                         const cs_pvalue *e) {
  return cs_schema_word(f->words, e->text) <=
         cs_schema_word(f->words, wide->text);
}

/* proto and ports are compared as they are, tls by its order. */
static bool covers_part(const cs_pfield *f, const cs_pvalue *wide,
                        const cs_pvalue *e) {
  if (strcmp(f->key, "tls") == 0) return earlier_word(f, wide, e);
  if (strcmp(f->key, "paths") == 0) return has_prefixes(wide, e);
  if (f->type == CS_TYPE_LIST) return has_all(wide, e);
  if (f->type == CS_TYPE_SIZE || f->type == CS_TYPE_COUNT)
    return at_most(wide, e);
  if (f->meet == CS_MEET_GUARD) return e->number || !wide->number;
  if (f->type == CS_TYPE_BOOL) return !e->number || wide->number;
  return cs_pvalue_equal(wide, e);
}

bool cs_cover_parts(const cs_pshape *s, const cs_pvalue *wide,
                    const cs_pvalue *e) {
  for (size_t i = 0; i < s->nfields; i++) {
    const cs_pfield *f = &s->fields[i];
    if (f->rule == CS_TEXT_HOST || f->rule == CS_TEXT_IP) continue;
    if (!covers_part(f, &wide->items[i], &e->items[i])) return false;
  }
  return true;
}

/* --- secrets ------------------------------------------------------------- */

static bool has_hosts(const cs_pvalue *wide, const cs_pvalue *e) {
  if (wide->kind == CS_PV_NONE || e->kind == CS_PV_NONE)
    return e->kind == CS_PV_NONE;
  for (size_t i = 0; i < e->n; i++) {
    size_t j = 0;
    while (j < wide->n &&
           !cs_host_covers(wide->items[j].text, e->items[i].text))
      j++;
    if (j == wide->n) return false;
  }
  return true;
}

static bool same_or_absent(const cs_pvalue *wide, const cs_pvalue *e) {
  return e->kind == CS_PV_NONE || cs_pvalue_equal(wide, e);
}

static bool covers_secret(const cs_pvalue *wide, const cs_pvalue *e) {
  static const char *const same[] = {"from", "env", "mode", "prefix"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++)
    if (!same_or_absent(cs_pvalue_find(wide, same[i]),
                        cs_pvalue_find(e, same[i])))
      return false;
  return has_hosts(cs_pvalue_find(wide, "hosts"), cs_pvalue_find(e, "hosts")) &&
         has_all(cs_pvalue_find(wide, "sites"), cs_pvalue_find(e, "sites"));
}

bool cs_cover_secrets(const cs_pvalue *parent, const cs_pvalue *child) {
  for (size_t i = 0; i < child->n; i++) {
    const cs_pvalue *above = cs_pvalue_find(parent, child->items[i].key);
    if (!above || !covers_secret(above, &child->items[i])) return false;
  }
  return true;
}

/* --- mounts -------------------------------------------------------------- */

static const char *text_of(const cs_pvalue *entry, const char *key) {
  const char *text = cs_pvalue_find(entry, key)->text;
  return text ? text : "";
}

/* What follows `dir` in `path`: "" or "/..."; NULL: it is not in it. */
static const char *inside(const char *dir, const char *path) {
  size_t n = strcmp(dir, "/") == 0 ? 0 : strlen(dir);
  if (strncmp(dir, path, n) != 0 || (path[n] && path[n] != '/')) return NULL;
  return path + n;
}

bool cs_cover_mount(const cs_pvalue *wide, const cs_pvalue *e) {
  const char *host = inside(text_of(wide, "host"), text_of(e, "host"));
  const char *guest = inside(text_of(wide, "guest"), text_of(e, "guest"));
  if (!host || !guest || strcmp(host, guest) != 0) return false;
  return cs_schema_word("ro|overlay|rw", text_of(e, "mode")) <=
             cs_schema_word("ro|overlay|rw", text_of(wide, "mode")) &&
         at_most(cs_pvalue_find(wide, "write_bytes"),
                 cs_pvalue_find(e, "write_bytes")) &&
         at_most(cs_pvalue_find(wide, "memory_bytes"),
                 cs_pvalue_find(e, "memory_bytes"));
}

/* Does the child mount something narrower at the very place of `m`? */
static bool keeps_mount(const cs_pvalue *child, const cs_pvalue *m) {
  for (size_t i = 0; i < child->n; i++)
    if (strcmp(text_of(&child->items[i], "guest"), text_of(m, "guest")) == 0 &&
        cs_cover_mount(m, &child->items[i]))
      return true;
  return false;
}

/* `e` is `wide` or part of it, and what lies in front of it there stays. */
static bool replaces(const cs_pvalue *parent, const cs_pvalue *wide,
                     const cs_pvalue *child, const cs_pvalue *e) {
  if (!cs_cover_mount(wide, e)) return false;
  for (size_t i = 0; i < parent->n; i++) {
    const cs_pvalue *m = &parent->items[i];
    bool covers_e = inside(text_of(wide, "guest"), text_of(m, "guest")) &&
                    inside(text_of(m, "guest"), text_of(e, "guest"));
    bool in_e = inside(text_of(e, "guest"), text_of(m, "guest"));
    if (m == wide || (!covers_e && !in_e)) continue;
    if (covers_e && !cs_cover_mount(m, e)) return false;
    if (in_e && !keeps_mount(child, m)) return false;
  }
  return true;
}

/* A mount hides what fs.read and fs.write show at its place. */
static bool hides(const cs_policy *p, const cs_pvalue *m) {
  static const cs_policy_field lists[] = {CS_POLICY_FS_READ,
                                          CS_POLICY_FS_WRITE};
  cs_glob guest = {text_of(m, "guest"), true, true};
  for (size_t l = 0; l < 2; l++)
    for (size_t i = 0; i < cs_policy_count(p, lists[l]); i++) {
      cs_glob g = cs_cover_path(cs_policy_entry(p, lists[l], i), true);
      if (cs_glob_meets(&g, &guest)) return true;
    }
  return false;
}

static bool has_entry(const cs_pvalue *list, const cs_pvalue *e) {
  for (size_t i = 0; i < list->n; i++)
    if (cs_pvalue_equal(&list->items[i], e)) return true;
  return false;
}

/* What fs.read shows in front of a mount stays read-only. */
static bool keeps_front(const cs_policy *parent, const cs_policy *child,
                        const cs_pvalue *m) {
  const cs_pvalue *reads = cs_policy_value(parent, CS_POLICY_FS_READ);
  const cs_pvalue *kept = cs_policy_value(child, CS_POLICY_FS_READ);
  cs_glob guest = {text_of(m, "guest"), true, true};
  if (strcmp(text_of(m, "mode"), "ro") == 0) return true;
  for (size_t i = 0; i < reads->n; i++) {
    cs_glob r = cs_cover_path(&reads->items[i], true);
    if (cs_glob_weight(&r) > cs_glob_weight(&guest) &&
        cs_glob_meets(&r, &guest) && !has_entry(kept, &reads->items[i]))
      return false;
  }
  return true;
}

bool cs_cover_mounts(const cs_policy *parent, const cs_policy *child) {
  const cs_pvalue *a = cs_policy_value(parent, CS_POLICY_FS_MOUNTS);
  const cs_pvalue *b = cs_policy_value(child, CS_POLICY_FS_MOUNTS);
  for (size_t i = 0; i < b->n; i++) {
    size_t j = 0;
    while (j < a->n && !replaces(a, &a->items[j], b, &b->items[i])) j++;
    if (j == a->n || !keeps_front(parent, child, &b->items[i])) return false;
  }
  for (size_t i = 0; i < a->n; i++)
    if (hides(child, &a->items[i]) && !keeps_mount(b, &a->items[i]))
      return false;
  return true;
}

/* --- fs.read and fs.write ------------------------------------------------ */

/* `inner` decides about part of `wide`, and so about part of `g`: it must do
 * so for `g`, too. */
static bool stays_in_front(const cs_glob *inner, const cs_glob *wide,
                           const cs_glob *g, bool kept) {
  uint64_t weight = cs_glob_weight(inner);
  if (weight < cs_glob_weight(wide) || !cs_glob_meets(inner, g)) return true;
  return kept && weight >= cs_glob_weight(g);
}

/* Does each read-only part of `wide`, where `g` reaches it, stay read-only? */
static bool keeps_reads(const cs_policy *parent, const cs_policy *child,
                        const cs_glob *wide, const cs_glob *g) {
  const cs_pvalue *reads = cs_policy_value(parent, CS_POLICY_FS_READ);
  const cs_pvalue *kept = cs_policy_value(child, CS_POLICY_FS_READ);
  for (size_t i = 0; i < reads->n; i++) {
    cs_glob inner = cs_cover_path(&reads->items[i], true);
    bool same = has_entry(kept, &reads->items[i]);
    if (!stays_in_front(&inner, wide, g, same)) return false;
  }
  return true;
}

/* And each mount in front of it? */
static bool keeps_mounts(const cs_policy *parent, const cs_policy *child,
                         const cs_glob *wide, const cs_glob *g) {
  const cs_pvalue *mounts = cs_policy_value(parent, CS_POLICY_FS_MOUNTS);
  const cs_pvalue *kept = cs_policy_value(child, CS_POLICY_FS_MOUNTS);
  for (size_t i = 0; i < mounts->n; i++) {
    cs_glob inner = {text_of(&mounts->items[i], "guest"), true, true};
    bool same = keeps_mount(kept, &mounts->items[i]);
    if (!stays_in_front(&inner, wide, g, same)) return false;
  }
  return true;
}

/* Is `e` covered by one entry of the parent's list? */
static bool covered(const cs_policy *parent, const cs_policy *child,
                    cs_policy_field id, const cs_pvalue *e, bool write,
                    uint64_t *budget) {
  cs_glob g = cs_cover_path(e, true);
  for (size_t i = 0; i < cs_policy_count(parent, id); i++) {
    cs_glob wide = cs_cover_path(cs_policy_entry(parent, id, i), true);
    if (cs_glob_covers(&wide, &g, budget) &&
        keeps_mounts(parent, child, &wide, &g) &&
        (!write || keeps_reads(parent, child, &wide, &g)))
      return true;
  }
  return false;
}

bool cs_cover_reads(const cs_policy *parent, const cs_policy *child,
                    uint64_t *budget) {
  for (size_t i = 0; i < cs_policy_count(child, CS_POLICY_FS_READ); i++) {
    const cs_pvalue *e = cs_policy_entry(child, CS_POLICY_FS_READ, i);
    if (!covered(parent, child, CS_POLICY_FS_READ, e, false, budget) &&
        !covered(parent, child, CS_POLICY_FS_WRITE, e, false, budget))
      return false;
  }
  return true;
}

bool cs_cover_writes(const cs_policy *parent, const cs_policy *child,
                     uint64_t *budget) {
  for (size_t i = 0; i < cs_policy_count(child, CS_POLICY_FS_WRITE); i++) {
    const cs_pvalue *e = cs_policy_entry(child, CS_POLICY_FS_WRITE, i);
    if (!covered(parent, child, CS_POLICY_FS_WRITE, e, true, budget))
      return false;
  }
  return true;
}
