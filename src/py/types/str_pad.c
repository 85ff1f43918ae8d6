/*
 * str_pad.c - str methods that strip and pad.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/mem.h"
#include "base/utf8.h"
#include "py/heap/native.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/builder.h"
#include "py/types/ops.h"
#include "text/unitext.h"

/* --- strip --------------------------------------------------------------- */

enum { LEFT = 1, RIGHT = 2 };

/* Characters to strip.  Both texts can be long, so a long set is looked
 * through once for all of ASCII, and for others only what is paid for. */
typedef struct charset {
  cs_ctx *ctx;
  const char *set;
  uint32_t n;
  bool tabled, ascii[128];
  cs_status status;
} charset;

static void open_set(charset *c, cs_ctx *ctx, cs_value set) {
  c->ctx = ctx;
  c->status = CS_OK;
  c->set = cs_str_data(ctx, set, &c->n);
  c->tabled = c->n > 16;
  if (!c->tabled) return;
  cs_charge(ctx, c->n / 16);
  memset(c->ascii, 0, sizeof c->ascii);
  for (uint32_t i = 0; i < c->n; i++)
    if ((uint8_t)c->set[i] < 128) c->ascii[(uint8_t)c->set[i]] = true;
}

/* Does the set of characters contain this one? */
static bool has_char(charset *set, const char *c, uint32_t w) {
  if (w == 1 && set->tabled) return set->ascii[(uint8_t)*c];
  if (w == 1) /* in no other one */
    return memchr(set->set, (uint8_t)*c, set->n) != NULL;
  cs_charge(set->ctx, set->n / 16);
  set->status = cs_charge_look(set->ctx);
  for (uint32_t at = 0; at < set->n && set->status == CS_OK;) {
    uint32_t width = cs_utf8_lead_width((uint8_t)set->set[at]);
    if (width == w && memcmp(set->set + at, c, w) == 0) return true;
    at += width;
  }
  return false;
}

static void strip_set(const char *s, charset *set, int sides, size_t *from,
                      size_t *to) {
  while (sides & LEFT && *from < *to) {
    uint32_t w = cs_utf8_lead_width((uint8_t)s[*from]);
    if (!has_char(set, s + *from, w)) break;
    *from += w;
  }
  while (sides & RIGHT && *to > *from) {
    size_t at = *to - 1;
    while (!cs_utf8_is_start((uint8_t)s[at])) at--;
    if (!has_char(set, s + at, (uint32_t)(*to - at))) break;
    *to = at;
  }
}

/* A character that is visible, in ASCII: nothing is stripped there. */
static bool is_solid(char c) {
  return (uint8_t)c > ' ' && (uint8_t)c < 0x7F;
}

/* White space of ASCII. */
static bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
}

static cs_status strip(cs_ctx *ctx, cs_value *args, int sides, const char *name,
                       cs_value *out) {
  uint32_t n;
  const char *s = cs_str_data(ctx, args[0], &n);
  size_t from = 0, to = n;
  cs_value set = cs_unwrap(ctx, args[1]);
  if (cs_is_unbound(set) || cs_is_none(set)) {
    const uint8_t *p = (const uint8_t *)s;
    while (sides & LEFT && from < n && is_blank(s[from])) from++;
    while (sides & RIGHT && to > from && is_blank(s[to - 1])) to--;
    if (from < n && is_solid(s[from])) sides &= ~LEFT;
    if (to > 0 && is_solid(s[to - 1])) sides &= ~RIGHT;
    if (sides & LEFT) from = cs_unitext_skip_to(p, n, from, false);
    if (sides & RIGHT) to = cs_unitext_skip_back(p, to, true);
    if (to < from) to = from;
  } else if (cs_is_str(set)) {
    charset chars;
    open_set(&chars, ctx, set);
    strip_set(s, &chars, sides, &from, &to);
    if (chars.status != CS_OK) return chars.status;
  } else {
    return cs_throw(ctx, CS_TypeError, "%s arg must be None or str", name);
  }
  cs_charge(ctx, (n - (to - from)) / 16 + n / 64);
  *out = args[0];
  if (from == 0 && to == n) return CS_OK;
  if (cs_str_is_ascii(ctx, args[0]))
    return cs_str_slice(ctx, args[0], (uint32_t)from, (uint32_t)to, out);
  return cs_str_new(ctx, s + from, to - from, out);
}

static cs_status str_strip(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  return strip(ctx, args, LEFT | RIGHT, "strip", out);
}

static cs_status str_lstrip(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  return strip(ctx, args, LEFT, "lstrip", out);
}

static cs_status str_rstrip(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  return strip(ctx, args, RIGHT, "rstrip", out);
}

/* --- pad ----------------------------------------------------------------- */

static cs_status fill_char(cs_ctx *ctx, cs_value arg, uint32_t *cp) {
  cs_value v = cs_unwrap(ctx, arg);
  *cp = ' ';
  if (cs_is_unbound(v)) return CS_OK;
  if (!cs_is_str(v))
    return cs_throw(ctx, CS_TypeError,
                    "The fill character must be a unicode character, not %t",
                    arg);
  if (cs_str_chars(ctx, v) != 1)
    return cs_throw(ctx, CS_TypeError,
                    "The fill character must be exactly one character long");
  uint32_t n, width;
  const char *s = cs_str_data(ctx, v, &n);
  *cp = cs_utf8_decode((const uint8_t *)s, &width);
  return CS_OK;
}

/* The text between ASCII characters. */
static cs_status pad_ascii(cs_ctx *ctx, cs_value text, uint32_t fill,
                           uint64_t left, uint64_t right, cs_value *out) {
  uint32_t n;
  const char *s = cs_str_data(ctx, text, &n);
  const cs_str *str = CS_PTR(ctx, cs_str, text);
  uint8_t kept = str->h.flags & (CS_STR_ASCII | CS_STR_SURROGATE);
  uint64_t all = left + right; /* less than 2^32 */
  char *to;
  if (all + n > UINT32_MAX) return cs_throw(ctx, CS_MemoryError, "");
  cs_status st = cs_charge_big(ctx, (all + n) / 64);
  if (st == CS_OK)
    st = cs_str_room(ctx, all + n, all + str->chars, kept, out, &to);
  if (st != CS_OK) return st;
  memset(to, (int)fill, left);
  cs_mem_copy(to + left, s, n);
  memset(to + left + n, (int)fill, right);
  return CS_OK;
}

static cs_status pad(cs_ctx *ctx, cs_value *args, int sides, cs_value *out) {
  int64_t width, have = cs_str_chars(ctx, args[0]);
  uint32_t cp;
  cs_status st = cs_args_size(ctx, args, 1, 0, &width);
  if (st == CS_OK) st = fill_char(ctx, args[2], &cp);
  if (st != CS_OK) return st;
  *out = args[0];
  if (width <= have) return CS_OK;
  uint64_t all = (uint64_t)(width - have);
  if (all > UINT32_MAX) return cs_throw(ctx, CS_MemoryError, "");
  uint64_t left = sides & LEFT ? all : 0;
  if (sides == (LEFT | RIGHT)) left = all / 2 + (all & (uint64_t)width & 1);
  if (cp < 128 && width > 2)
    return pad_ascii(ctx, args[0], cp, left, all - left, out);
  cs_builder b;
  cs_builder_init(&b, ctx);
  (void)cs_builder_room(&b,
                        cs_str_bytes(ctx, args[0]) + all * cs_utf8_width(cp));
  cs_builder_fill(&b, cp, left);
  cs_builder_str(&b, args[0]);
  cs_builder_fill(&b, cp, all - left);
  return cs_builder_finish(&b, out);
}

static cs_status str_ljust(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  return pad(ctx, args, RIGHT, out);
}

static cs_status str_rjust(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  return pad(ctx, args, LEFT, out);
}

static cs_status str_center(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  return pad(ctx, args, LEFT | RIGHT, out);
}

static cs_status str_zfill(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  int64_t width, have = cs_str_chars(ctx, args[0]);
  cs_status st = cs_args_size(ctx, args, 1, 0, &width);
  if (st != CS_OK) return st;
  *out = args[0];
  if (width <= have) return CS_OK;
  if (width - have > UINT32_MAX) return cs_throw(ctx, CS_MemoryError, "");
  uint32_t len;
  const char *s = cs_str_data(ctx, args[0], &len);
  uint32_t sign = len > 0 && (s[0] == '+' || s[0] == '-');
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_builder_ascii(&b, s, sign);
  cs_builder_fill(&b, '0', (uint64_t)(width - have));
  cs_builder_text(&b, s + sign, len - sign);
  return cs_builder_finish(&b, out);
}

/* --- tabs ---------------------------------------------------------------- */

/* Is the next stop `size` columns away?  Copies runs between tabs. */
static void expand(cs_builder *b, const char *s, uint32_t n, int64_t size) {
  uint64_t column = 0;
  uint32_t from = 0;
  for (uint32_t at = 0; at < n && b->status == CS_OK; at++) {
    char c = s[at];
    if (c == '\n' || c == '\r') {
      column = 0;
    } else if (c != '\t') {
      column += cs_utf8_is_start((uint8_t)c);
    } else {
      cs_builder_text(b, s + from, at - from);
      from = at + 1;
      if (size > 0) {
        uint64_t fill = (uint64_t)size - column % (uint64_t)size;
        cs_builder_fill(b, ' ', fill);
        column += fill;
      }
    }
  }
  cs_builder_text(b, s + from, n - from);
}

static cs_status str_expandtabs(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  int64_t size;
  uint32_t len;
  cs_status st = cs_args_size(ctx, args, 1, 8, &size);
  if (st != CS_OK) return st;
  if (size > INT32_MAX)
    return cs_throw(ctx, CS_OverflowError,
                    "Python int too large to convert to C int");
  const char *s = cs_str_data(ctx, args[0], &len);
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_charge(ctx, len / 16);
  expand(&b, s, len, size);
  return cs_builder_finish(&b, out);
}

const cs_native_def cs_str_pad_natives[] = {
    {"str", "strip", "($self, chars=None, /)", str_strip},
    {"str", "lstrip", "($self, chars=None, /)", str_lstrip},
    {"str", "rstrip", "($self, chars=None, /)", str_rstrip},
    {"str", "ljust", "($self, width, fillchar=' ', /)", str_ljust},
    {"str", "rjust", "($self, width, fillchar=' ', /)", str_rjust},
    {"str", "center", "($self, width, fillchar=' ', /)", str_center},
    {"str", "zfill", "($self, width, /)", str_zfill},
    {"str", "expandtabs", "($self, /, tabsize=8)", str_expandtabs},
    CS_NATIVE_END};
