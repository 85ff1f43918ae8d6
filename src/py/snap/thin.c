/*
 * thin.c - the two ways to write an image in fewer bytes, and back.
 *
 * Whoever packs an image unpacks it at once and compares (image.c): what could
 * not be computed here would stop the build.
 *
 * Why it helps: most references mean "the next object of the kind that is
 * expected here", which becomes one small number that compresses to almost
 * nothing; and headers of texts, which can be computed, are not stored.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/thin.h"

#include <assert.h>

#include "py/heap/str.h"

#define GROUP_BITS 15u /* of an offset */
#define TEXT       24u /* bytes before those of a string */
#define BLOCK      16u /* bytes before those of a RAW */
#define CHANGE     0   /* instead of a length: other flags follow */
#define LONG       255 /* four bytes of length follow */

/* --- groups -------------------------------------------------------------- */

/* Its bytes are in place and no table of offsets follows them. */
bool cs_thin_is_text(const cs_obj *o) {
  const cs_str *s = (const cs_str *)(const void *)o;
  return o->type == CS_L_STR && !(o->flags & CS_STR_EXT) && !s->crumbs;
}

bool cs_thin_is_block(const cs_obj *o) {
  return o->type == CS_L_RAW;
}

enum { NAMES = 256, TEXTS, BLOCKS }; /* behind the groups of layouts */

/* Code lies before functions: they leave out what they share with it. */
uint32_t cs_thin_group(const cs_obj *o) {
  uint32_t layout = o->type & 0xFF;
  if (cs_thin_is_block(o)) return BLOCKS;
  if (cs_thin_is_text(o)) return o->flags & CS_STR_INTERNED ? NAMES : TEXTS;
  return layout == CS_L_CODE ? 0 : layout;
}

/* The groups that are counted have a number from 1 to 15. */
static uint32_t number_of(const cs_obj *o) {
  switch (cs_thin_group(o)) {
    case 0: return 9;
    case NAMES: return 1;
    case TEXTS: return 2;
    case BLOCKS: return 3;
    case CS_L_ARRAY: return 4;
    case CS_L_TUPLE: return 5;
    case CS_L_DICT: return 6;
    case CS_L_TABLE: return 7;
    case CS_L_FUNC: return 8;
    case CS_L_TYPE: return 10;
    case CS_L_NATIVE: return 11;
    case CS_L_SHAPE: return 12;
    case CS_L_CELL: return 13;
    case CS_L_GETSET: return 14;
    case CS_L_PROPERTY: return 15;
    default: return 0;
  }
}

/* --- references ---------------------------------------------------------- */

typedef struct walk {
  cs_ctx *ctx;
  cs_off next[16]; /* by number of the group */
} walk;

/* Where the next object of the group is, if `off` was the last one met. */
static cs_off behind(const walk *w, cs_off off) {
  return off + CS_AT(w->ctx, cs_obj, off)->units * 16;
}

/* A reference in its short form.  Only ones to objects that the walk has not
 * met are shortened: those follow the order of the group. */
static cs_off shorten(walk *w, cs_off off) {
  if (!off) return off;
  uint32_t k = number_of(CS_AT(w->ctx, cs_obj, off));
  if (!k || off < w->next[k]) return off;
  assert(k <= GROUP_BITS && off % 16 == 0);
  bool next = off == w->next[k];
  w->next[k] = behind(w, off);
  return next ? k : off + k;
}

/* The inverse: the walk is the same, so `next` has the same contents. */
static cs_off restore(walk *w, cs_off off) {
  uint32_t k = off & GROUP_BITS;
  if (!k) return off;
  off = off > GROUP_BITS ? off - k : w->next[k];
  assert(off && off % 16 == 0); /* the packer wrote it, and compared */
  w->next[k] = behind(w, off);
  return off;
}

static void shorten_values(walk *w, cs_value *v, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (cs_is_ref(v[i]))
      v[i] = cs_ref(cs_ref_type(v[i]), shorten(w, cs_ref_off(v[i])));
}

/* The exact inverse, in the same order. */
static void restore_values(walk *w, cs_value *v, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (cs_is_ref(v[i]) && v[i].bits & GROUP_BITS)
      v[i] = cs_ref(cs_ref_type(v[i]), restore(w, cs_ref_off(v[i])));
}

void cs_thin_refs(cs_ctx *ctx, cs_off from, cs_off end) {
  walk w = {.ctx = ctx};
  for (cs_off off = from; off < end; off = behind(&w, off)) {
    char *p = cs_at(ctx, off);
    const cs_obj *o = (const cs_obj *)(const void *)p;
#define VALUES(at, n) shorten_values(&w, at, n)
#define OFFSET(at)    *(at) = shorten(&w, *(at))
#include "py/heap/fields.def"
#undef VALUES
#undef OFFSET
  }
}

void cs_thin_refs_back(cs_ctx *ctx, cs_off from, cs_off end) {
  walk w = {.ctx = ctx};
  for (cs_off off = from; off < end; off = behind(&w, off)) {
    char *p = cs_at(ctx, off);
    const cs_obj *o = (const cs_obj *)(const void *)p;
#define VALUES(at, n) restore_values(&w, at, n)
#define OFFSET(at)    *(at) = restore(&w, *(at))
#include "py/heap/fields.def"
#undef VALUES
#undef OFFSET
  }
}

/* --- texts --------------------------------------------------------------- */

/* The header is read first: what is written may be in its place. */
size_t cs_thin_texts(const cs_ctx *ctx, cs_off from, cs_off end, uint8_t *to) {
  uint8_t *at = to, flags = 0;
  for (cs_off off = from; off < end;) {
    cs_str s = *CS_AT(ctx, cs_str, off);
    assert(cs_thin_is_text(&s.h));
    if (s.h.flags != flags) {
      *at++ = CHANGE;
      *at++ = flags = s.h.flags;
    }
    *at++ = s.len + 1 < LONG ? (uint8_t)(s.len + 1) : LONG;
    if (at[-1] == LONG) {
      memcpy(at, &s.len, sizeof s.len);
      at += sizeof s.len;
    }
    memmove(at, CS_AT(ctx, cs_str, off)->u.data, s.len);
    at += s.len;
    off += s.h.units * 16;
  }
  return (size_t)(at - to);
}

/* Bytes that are not continuation bytes: the text is valid UTF-8. */
static uint32_t code_points(const char *text, uint32_t len) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < len; i++) n += (text[i] & 0xC0) != 0x80;
  return n;
}

/* The header goes last: until then thin bytes may be in its place. */
static uint32_t put_text(char *p, uint8_t flags, const uint8_t *text,
                         uint32_t n) {
  uint32_t units = (TEXT + n + 15) / 16;
  cs_str s = {.h = {.type = CS_L_STR, .flags = flags, .units = units},
              .len = n,
              .chars = n};
  memmove(p + TEXT, text, n);
  memset(p + TEXT + n, 0, units * 16 - TEXT - n);
  if (!(flags & CS_STR_ASCII)) s.chars = code_points(p + TEXT, n);
  if (flags & CS_STR_HASHED) s.hash = cs_str_hash_bytes(p + TEXT, n);
  memcpy(p, &s, TEXT);
  return units * 16;
}

void cs_thin_texts_back(cs_ctx *ctx, const uint8_t *thin, cs_off from,
                        cs_off end) {
  uint8_t flags = 0;
  for (cs_off off = from; off < end;) {
    uint32_t n = *thin++;
    if (n == CHANGE) {
      flags = *thin++;
      n = *thin++;
    }
    if (n == LONG) {
      memcpy(&n, thin, sizeof n);
      thin += sizeof n;
    } else {
      n--;
    }
    off += put_text(cs_at(ctx, off), flags, thin, n);
    thin += n;
  }
}

/* --- blocks -------------------------------------------------------------- */

/* Whole words, because instructions are words and pack better undivided. */
size_t cs_thin_blocks(const cs_ctx *ctx, cs_off from, cs_off end, uint8_t *to) {
  uint8_t *at = to;
  for (cs_off off = from; off < end;) {
    cs_raw r = *CS_AT(ctx, cs_raw, off);
    uint32_t words = (r.fill + 3) / 4 * 4;
    assert(cs_thin_is_block(&r.h) && r.h.units == (BLOCK + r.fill + 15) / 16);
    memcpy(at, &r.fill, sizeof r.fill);
    at += sizeof r.fill;
    memmove(at, CS_AT(ctx, cs_raw, off)->data, words); /* padding is zero */
    at += words;
    off += r.h.units * 16;
  }
  return (size_t)(at - to);
}

void cs_thin_blocks_back(cs_ctx *ctx, const uint8_t *thin, cs_off from,
                         cs_off end) {
  for (cs_off off = from; off < end;) {
    uint32_t n;
    memcpy(&n, thin, sizeof n);
    thin += sizeof n;
    uint32_t words = (n + 3) / 4 * 4, units = (BLOCK + n + 15) / 16;
    cs_raw r = {.h = {.type = CS_L_RAW, .units = units}, .fill = n, .cap = n};
    char *p = cs_at(ctx, off);
    memmove(p + BLOCK, thin, words);
    memset(p + BLOCK + words, 0, units * 16 - BLOCK - words);
    memcpy(p, &r, BLOCK);
    thin += words;
    off += units * 16;
  }
}
