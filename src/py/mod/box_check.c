/*
 * box_check.c - boxes of a snapshot: what each kind relies on.
 *
 * The natives of a kind take its values and bytes as they made them.  This
 * file says what that is; the verifier (py/snap) asks it for every box.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/box_check.h"

#include "base/utf8.h"
#include "digest/digest.h"
#include "py/heap/box.h"
#include "py/heap/str.h"
#include "py/mod/re_obj.h"
#include "py/types/ops.h"

#define TWISTER_BYTES (626 * 4) /* see random.c, which looks at the rest */

/* Bytes behind the values. */
static uint64_t bytes_of(const cs_box *b) {
  return (uint64_t)b->h.units * 16 - offsetof(cs_box, v) -
         (uint64_t)b->nvalues * 8;
}

static const void *tail_of(const cs_box *b) {
  return &b->v[b->nvalues];
}

/* --- re ------------------------------------------------------------------ */

static bool is_text(const cs_ctx *ctx, cs_value v) {
  cs_value u = cs_unwrap(ctx, v);
  return cs_is_str(u) || cs_is(u, CS_L_BYTES) || cs_is(u, CS_L_BYTEARRAY) ||
         cs_is(u, CS_L_MEMVIEW);
}

static bool check_pattern(const cs_ctx *ctx, const cs_box *b) {
  const cs_re_pattern *p = tail_of(b);
  return b->nvalues == CS_RE_PATTERN_VALUES && bytes_of(b) >= sizeof *p &&
         p->name_count <= (bytes_of(b) - sizeof *p) / sizeof(cs_re_name) &&
         is_text(ctx, b->v[CS_RE_V_TEXT]) &&
         cs_is(b->v[CS_RE_V_INDEX], CS_L_DICT) &&
         cs_is(b->v[CS_RE_V_NAMES], CS_L_TUPLE);
}

/* A place between two characters; only a str has others. */
static bool is_between(cs_ctx *ctx, cs_value subject, uint32_t at) {
  cs_value v = cs_unwrap(ctx, subject);
  uint32_t len;
  if (!cs_is_str(v)) return true; /* its length is looked at when used */
  const char *s = cs_str_data(ctx, v, &len);
  return at >= len || cs_utf8_is_start((uint8_t)s[at]);
}

static bool has_subject(const cs_ctx *ctx, const cs_box *b) {
  return b->nvalues == CS_RE_MATCH_VALUES &&
         cs_box_is(ctx, b->v[CS_RE_V_PATTERN], CS_BOX_PATTERN) &&
         is_text(ctx, b->v[CS_RE_V_SUBJECT]);
}

static bool check_match(cs_ctx *ctx, const cs_box *b) {
  const cs_re_result *r = tail_of(b);
  if (!has_subject(ctx, b) || bytes_of(b) < sizeof *r ||
      r->captures >= (bytes_of(b) - sizeof *r) / 8 || r->last > r->captures)
    return false;
  for (uint32_t i = 0; i < 2 * (r->captures + 1); i++)
    if (!is_between(ctx, b->v[CS_RE_V_SUBJECT], r->span[i])) return false;
  return true;
}

static bool check_scanner(cs_ctx *ctx, const cs_box *b) {
  const cs_re_walk *w = tail_of(b);
  return has_subject(ctx, b) && bytes_of(b) >= sizeof *w &&
         is_between(ctx, b->v[CS_RE_V_SUBJECT], w->at);
}

/* --- operator ---------------------------------------------------------------
 */

/* Names of attributes are interned: their bits are compared. */
static bool check_getter(const cs_ctx *ctx, const cs_box *b) {
  if (b->nvalues != 1 || !cs_is(b->v[0], CS_L_TUPLE)) return false;
  if (b->h.kind == CS_BOX_ITEMGETTER) return true;
  const cs_tuple *t = CS_PTR(ctx, cs_tuple, b->v[0]);
  for (uint32_t i = 0; i < t->len; i++)
    if (!cs_is_str(t->v[i]) ||
        !(CS_PTR(ctx, cs_str, t->v[i])->h.flags & CS_STR_INTERNED))
      return false;
  return true;
}

bool cs_box_check(cs_ctx *ctx, const cs_box *b) {
  switch (b->h.kind) {
    case CS_BOX_DIGEST:
      return b->nvalues == 0 && bytes_of(b) >= sizeof(cs_digest) &&
             cs_digest_check(tail_of(b)) == CS_OK;
    case CS_BOX_RANDOM: return b->nvalues == 0 && bytes_of(b) >= TWISTER_BYTES;
    case CS_BOX_PATTERN: return check_pattern(ctx, b);
    case CS_BOX_MATCH: return check_match(ctx, b);
    case CS_BOX_SCANNER: return check_scanner(ctx, b);
    case CS_BOX_ATTRGETTER:
    case CS_BOX_ITEMGETTER: return check_getter(ctx, b);
    case CS_BOX_FIBER: return true; /* vm/fiber.c looks at it when it goes on */
    default: return false;          /* kinds that no native makes */
  }
}
