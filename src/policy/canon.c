/*
 * canon.c - a policy as canonical JSON (RFC 8785), and its hash.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/canon.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "digest/digest.h"
#include "policy/scalar.h"

/* --- texts --------------------------------------------------------------- */

static cs_status put_char(cs_buf *out, unsigned char c) {
  static const char from[] = "\b\t\n\f\r\"\\", to[] = "btnfr\"\\";
  const char *found = strchr(from, c);
  if (found) {
    char pair[2] = {'\\', to[found - from]};
    return cs_buf_put(out, pair, 2);
  }
  if (c < 32) return cs_buf_printf(out, "\\u%04x", c);
  return cs_buf_put(out, &c, 1);
}

cs_status cs_canon_text(const char *text, cs_buf *out) {
  cs_status st = cs_buf_put(out, "\"", 1);
  for (; st == CS_OK && *text; text++) st = put_char(out, (unsigned char)*text);
  return st == CS_OK ? cs_buf_put(out, "\"", 1) : st;
}

/* Order of UTF-16 code units.  In UTF-8 it differs where a character beyond
 * U+FFFF (lead byte F0 and more, a surrogate there) meets one from U+E000 on
 * (EE, EF). */
static int weight(unsigned char c) {
  return c >= 0xF0 ? 0xEE : c >= 0xEE ? c + 2 : c;
}

static int compare_keys(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  int x = weight((unsigned char)*a), y = weight((unsigned char)*b);
  return x != y ? (x > y) - (x < y)
                : ((unsigned char)*a > (unsigned char)*b) -
                      ((unsigned char)*a < (unsigned char)*b);
}

/* --- values -------------------------------------------------------------- */

static int by_key(const void *a, const void *b, void *map) {
  const cs_pvalue *items = ((const cs_pvalue *)map)->items;
  return compare_keys(items[*(const size_t *)a].key,
                      items[*(const size_t *)b].key);
}

/* Numbers of the items that are there, sorted by key; to free(). */
static size_t *sorted(const cs_pvalue *map, size_t *n) {
  cs_pvalue copy = *map; /* qsort_r takes no const */
  size_t *order = calloc(map->n + 1, sizeof *order);
  *n = 0;
  for (size_t i = 0; order && i < map->n; i++)
    if (map->items[i].kind != CS_PV_NONE) order[(*n)++] = i;
  if (order) qsort_r(order, *n, sizeof *order, by_key, &copy);
  return order;
}

static cs_status put_map(const cs_pvalue *v, cs_buf *out) {
  size_t n;
  CS_AUTO_FREE
  size_t *order = sorted(v, &n);
  if (!order) return CS_EOS;
  cs_status st = cs_buf_put(out, "{", 1);
  for (size_t i = 0; st == CS_OK && i < n; i++) {
    const cs_pvalue *item = &v->items[order[i]];
    if (i) st = cs_buf_put(out, ",", 1);
    if (st == CS_OK) st = cs_canon_text(item->key, out);
    if (st == CS_OK) st = cs_buf_put(out, ":", 1);
    if (st == CS_OK) st = cs_canon_value(item, out);
  }
  return st == CS_OK ? cs_buf_put(out, "}", 1) : st;
}

static cs_status put_list(const cs_pvalue *v, cs_buf *out) {
  cs_status st = cs_buf_put(out, "[", 1);
  for (size_t i = 0; st == CS_OK && i < v->n; i++) {
    if (i) st = cs_buf_put(out, ",", 1);
    if (st == CS_OK) st = cs_canon_value(&v->items[i], out);
  }
  return st == CS_OK ? cs_buf_put(out, "]", 1) : st;
}

cs_status cs_canon_value(const cs_pvalue *v, cs_buf *out) {
  switch ((cs_pvalue_kind)v->kind) {
    case CS_PV_NONE: return cs_buf_put_text(out, "null");
    case CS_PV_BOOL: return cs_buf_put_text(out, v->number ? "true" : "false");
    case CS_PV_INT: return cs_buf_printf(out, "%" PRIu64, v->number);
    case CS_PV_TEXT: return cs_canon_text(v->text, out);
    case CS_PV_LIST: return put_list(v, out);
    case CS_PV_MAP: return put_map(v, out);
  }
  return CS_EINVAL;
}

/* --- the whole ----------------------------------------------------------- */

static int by_field(const void *a, const void *b) {
  const int *x = a, *y = b;
  return strcmp(cs_schema[*x].key, cs_schema[*y].key);
}

/* Fields in the order of their dotted keys: '.' sorts before every character
 * of a name, so this is also the order inside of and between sections. */
static size_t sort_fields(const cs_policy *p, int ids[CS_POLICY_FIELDS]) {
  size_t n = 0;
  for (int id = 0; id < CS_POLICY_FIELDS; id++)
    if (id != CS_POLICY_EXTENDS &&
        cs_policy_value(p, (cs_policy_field)id)->kind != CS_PV_NONE)
      ids[n++] = id;
  qsort(ids, n, sizeof *ids, by_field);
  return n;
}

/* Length of the section's name; 0: the field stands at the top. */
static size_t section_of(const char *key) {
  const char *dot = strchr(key, '.');
  return dot ? (size_t)(dot - key) : 0;
}

/* What stands between two fields, then the key of the second. */
static cs_status put_key(const char *before, const char *key, cs_buf *out) {
  size_t old = before ? section_of(before) : 0, now = section_of(key);
  bool same = old == now && before && strncmp(before, key, now) == 0;
  cs_status st = CS_OK;
  if (old && !same) st = cs_buf_put(out, "}", 1);
  if (st == CS_OK && before) st = cs_buf_put(out, ",", 1);
  if (st == CS_OK && now && !same)
    st = cs_buf_printf(out, "\"%.*s\":{", (int)now, key);
  if (st != CS_OK) return st;
  return cs_buf_printf(out, "\"%s\":", key + (now ? now + 1 : 0));
}

static cs_status put_field(const cs_policy *p, cs_policy_field id, bool file,
                           cs_buf *out) {
  char text[32];
  if (!file || cs_schema[id].type != CS_TYPE_CPUS)
    return cs_canon_value(cs_policy_value(p, id), out);
  cs_scalar_print(CS_TYPE_CPUS, cs_policy_number(p, id), text);
  return cs_buf_put_text(out, text);
}

static cs_status put_policy(const cs_policy *p, bool file, cs_buf *out) {
  int ids[CS_POLICY_FIELDS];
  size_t n = sort_fields(p, ids);
  const char *before = NULL;
  cs_status st = cs_buf_put(out, "{", 1);
  for (size_t i = 0; st == CS_OK && i < n; i++) {
    const char *key = cs_schema[ids[i]].key;
    st = put_key(before, key, out);
    if (st == CS_OK) st = put_field(p, (cs_policy_field)ids[i], file, out);
    before = key;
  }
  if (st == CS_OK && before && section_of(before)) st = cs_buf_put(out, "}", 1);
  return st == CS_OK ? cs_buf_put(out, "}", 1) : st;
}

cs_status cs_canon_policy(const cs_policy *p, cs_buf *out) {
  return put_policy(p, false, out);
}

cs_status cs_canon_file(const cs_policy *p, cs_buf *out) {
  return put_policy(p, true, out);
}

cs_status cs_canon_hash(const cs_policy *p, char out[CS_POLICY_HASH]) {
  cs_buf json;
  uint8_t raw[32];
  cs_buf_init(&json, CS_POLICY_JSON_MAX);
  cs_status st = cs_canon_policy(p, &json);
  if (st == CS_OK) {
    cs_digest_of(CS_DIGEST_SHA256, json.data, json.len, raw);
    int at = snprintf(out, CS_POLICY_HASH, "sha256:");
    for (size_t i = 0; i < sizeof raw; i++)
      at += snprintf(out + at, (size_t)(CS_POLICY_HASH - at), "%02x", raw[i]);
  }
  cs_buf_fini(&json);
  return st;
}
