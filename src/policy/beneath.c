/*
 * beneath.c - open the grant, then the rest without links.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/beneath.h"

#include <errno.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/within.h"
#include "policy/cover_in.h"
#include "policy/policy_in.h"

/* --- whose path it is ---------------------------------------------------- */

const char *cs_beneath_path(const cs_pvalue *e) {
  const cs_pvalue *host = e->text ? e : cs_pvalue_find(e, "host");
  if (!host) host = cs_pvalue_find(e, "path");
  return host && host->text ? host->text : "";
}

/* Bytes of the path in front of the first component with a star. */
static size_t fixed_part(const cs_pvalue *e) {
  const char *path = cs_beneath_path(e);
  size_t n = e->text ? strcspn(path, "*") : strlen(path);
  if (!path[n]) return n;
  while (n > 1 && path[n - 1] != '/') n--;
  return n > 1 ? n - 1 : n;
}

/* Does `path` lie in the first `n` bytes of `dir`, and not only beside it? */
static bool is_in(const char *dir, size_t n, const char *path) {
  if (strncmp(dir, path, n) != 0) return false;
  return n == 1 || !path[n] || path[n] == '/';
}

/* The longest part of the path of `e` that an entry of the list names. */
static size_t named_part(const cs_policy *p, cs_policy_field id,
                         const cs_pvalue *e) {
  size_t best = 0;
  for (size_t i = 0; i < cs_policy_count(p, id); i++) {
    const cs_pvalue *wide = cs_policy_entry(p, id, i);
    size_t n = fixed_part(wide);
    if (!is_in(cs_beneath_path(wide), n, cs_beneath_path(e)) ||
        (id == CS_POLICY_FS_MOUNTS && !cs_cover_mount(wide, e)))
      continue;
    if (wide->base && wide->base < n) n = wide->base;
    if (n > best) best = n;
  }
  return best;
}

/* What may be written may be read. */
static size_t granted_part(const cs_policy *parent, cs_policy_field id,
                           const cs_pvalue *e) {
  size_t n = named_part(parent, id, e), m = 0;
  if (id == CS_POLICY_FS_READ) m = named_part(parent, CS_POLICY_FS_WRITE, e);
  return n > m ? n : m;
}

/* --- binding ------------------------------------------------------------- */

static bool is_pattern(const cs_pvalue *e) {
  return e->text && strchr(e->text, '*');
}

const cs_pvalue *cs_beneath_bind(const cs_policy *parent, cs_policy *child,
                                 cs_policy_field id) {
  cs_pvalue *list = &child->field[id];
  for (size_t i = 0; i < list->n; i++) {
    cs_pvalue *e = &list->items[i];
    const char *path = cs_beneath_path(e);
    size_t base = granted_part(parent, id, e);
    if (is_pattern(e) || base == 0) continue;
    e->base = base < UINT32_MAX ? (uint32_t)base : 1;
    CS_AUTO_FD
    int fd = cs_within_open_in(path, e->base);
    if (fd < 0 && (errno == ELOOP || errno == EXDEV)) return e;
  }
  return NULL;
}

static bool is_writable(const cs_pvalue *e, cs_policy_field id) {
  if (id == CS_POLICY_FS_WRITE) return !is_pattern(e);
  return strcmp(cs_pvalue_find(e, "mode")->text, "rw") == 0;
}

size_t cs_beneath_base(const cs_policy *p, const cs_pvalue *entry) {
  static const cs_policy_field lists[] = {CS_POLICY_FS_MOUNTS,
                                          CS_POLICY_FS_WRITE};
  const char *path = cs_beneath_path(entry);
  size_t base = entry->base ? entry->base : strlen(path);
  for (size_t l = 0; l < 2; l++)
    for (size_t i = 0; i < cs_policy_count(p, lists[l]); i++) {
      const cs_pvalue *e = cs_policy_entry(p, lists[l], i);
      size_t n = strlen(cs_beneath_path(e));
      if (is_writable(e, lists[l]) && n < base &&
          is_in(cs_beneath_path(e), n, path))
        base = n;
    }
  return base;
}
