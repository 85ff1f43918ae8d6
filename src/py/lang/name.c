/*
 * name.c - the intern table of one compilation.
 *
 * Open addressing, linear probing, at most half full.  Names up to 8 bytes
 * (nearly all of them) are compared as one word: `head` holds the first eight
 * bytes, zero-padded, so only longer names touch their text again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/name.h"

#include <string.h>

#define FIRST_CAP 128u /* entries; holds the fixed names and then some */

_Static_assert(CS_NAME_FIXED_COUNT < FIRST_CAP, "the seed fits");

static uint64_t load_head(const char *bytes, size_t len) {
  uint64_t head = 0;
  memcpy(&head, bytes, len < 8 ? len : 8);
  return head;
}

static uint32_t mix(uint64_t x) {
  x *= UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)(x >> 32) ^ (uint32_t)x;
}

/* Every word of a long name takes part, each at its own weight. */
static uint32_t hash_of(uint64_t head, const char *bytes, size_t len) {
  uint64_t h = head ^ (uint64_t)len << 56;
  for (size_t at = 8; at < len; at += 8)
    h = (h ^ h >> 29) * UINT64_C(0xBF58476D1CE4E5B9) +
        load_head(bytes + at, len - at);
  return mix(h);
}

static bool grow_entries(cs_name_table *t) {
  uint32_t cap = 2 * t->cap;
  cs_name_entry *e = cs_scratch_take(t->scratch, cap * sizeof *e);
  if (!e) return false;
  memcpy(e, t->entries, t->n * sizeof *e);
  t->entries = e;
  t->cap = cap;
  return true;
}

static bool grow_slots(cs_name_table *t) {
  uint32_t size = 2 * (t->mask + 1);
  uint32_t *slots = cs_scratch_zero(t->scratch, size * sizeof *slots);
  if (!slots) return false;
  for (uint32_t id = 1; id < t->n; id++) {
    uint32_t at = t->entries[id].hash & (size - 1);
    while (slots[at]) at = (at + 1) & (size - 1);
    slots[at] = id;
  }
  t->slots = slots;
  t->mask = size - 1;
  return true;
}

bool cs_name_init(cs_name_table *t, cs_scratch *scratch) {
  *t = (cs_name_table){.scratch = scratch,
                       .n = CS_NAME_FIXED_COUNT,
                       .cap = FIRST_CAP,
                       .mask = CS_NAME_SEED_SLOTS - 1};
  t->entries = cs_scratch_take(scratch, FIRST_CAP * sizeof *t->entries);
  t->slots = cs_scratch_take(scratch, sizeof cs_name_seed_slots);
  if (!t->entries || !t->slots) return false;
  memcpy(t->entries, cs_name_seed, sizeof cs_name_seed);
  memcpy(t->slots, cs_name_seed_slots, sizeof cs_name_seed_slots);
  return true;
}

static bool is_ascii(const char *bytes, size_t len) {
  unsigned char any = 0;
  for (size_t i = 0; i < len; i++) any |= (unsigned char)bytes[i];
  return any < 0x80;
}

static cs_name add(cs_name_table *t, uint32_t at, const cs_name_entry *e) {
  if (t->n == t->cap && !grow_entries(t)) return CS_NAME_NONE;
  uint32_t id = t->n;
  t->entries[id] = *e;
  t->slots[at] = id;
  t->n++;
  if (2 * t->n > t->mask && !grow_slots(t)) return CS_NAME_NONE;
  return id;
}

static cs_name intern(cs_name_table *t, uint64_t head, const char *bytes,
                      size_t len) {
  uint32_t hash = hash_of(head, bytes, len);
  uint32_t at = hash & t->mask;
  for (; t->slots[at]; at = (at + 1) & t->mask) {
    const cs_name_entry *e = &t->entries[t->slots[at]];
    if (e->head == head && e->len == len &&
        (len <= 8 || memcmp(e->bytes + 8, bytes + 8, len - 8) == 0))
      return t->slots[at];
  }
  cs_name_entry e = {.bytes = bytes,
                     .head = head,
                     .len = (uint32_t)len,
                     .hash = hash,
                     .ascii = is_ascii(bytes, len)};
  return add(t, at, &e);
}

cs_name cs_name_put(cs_name_table *t, const char *bytes, size_t len) {
  return intern(t, load_head(bytes, len), bytes, len);
}

cs_name cs_name_put_padded(cs_name_table *t, const char *bytes, size_t len) {
  uint64_t head;
  memcpy(&head, bytes, 8);
  /* Little-endian: the name's own bytes are the low ones. */
  if (len < 8) head &= ~UINT64_C(0) >> (64 - 8 * len);
  return intern(t, head, bytes, len);
}

/* A name is private if it starts with two underscores, does not end with two
 * and has no dot. */
static bool is_private(const cs_name_entry *e) {
  if (e->len < 2 || e->bytes[0] != '_' || e->bytes[1] != '_') return false;
  if (e->bytes[e->len - 1] == '_' && e->bytes[e->len - 2] == '_') return false;
  return !memchr(e->bytes, '.', e->len);
}

cs_name cs_name_mangle(cs_name_table *t, cs_name cls, cs_name name) {
  if (cls == CS_NAME_NONE || !is_private(cs_name_at(t, name))) return name;
  const char *c = t->entries[cls].bytes;
  size_t clen = t->entries[cls].len;
  while (clen > 0 && *c == '_') c++, clen--;
  if (clen == 0) return name; /* a class called only of underscores */
  size_t len = 1 + clen + t->entries[name].len;
  char *text = cs_scratch_take(t->scratch, len);
  if (!text) return CS_NAME_NONE;
  text[0] = '_';
  memcpy(text + 1, c, clen);
  memcpy(text + 1 + clen, t->entries[name].bytes, t->entries[name].len);
  return cs_name_put(t, text, len);
}
