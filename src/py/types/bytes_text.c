/*
 * bytes_text.c - bytes and bytearray seen as ASCII text: case, predicates,
 * hexadecimal, translation.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/native.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/builder.h"
#include "py/types/bytes.h"
#include "py/types/ops.h"
#include "py/types/type.h"

static bool is_lower(uint8_t c) {
  return c >= 'a' && c <= 'z';
}
static bool is_upper(uint8_t c) {
  return c >= 'A' && c <= 'Z';
}
static bool is_alpha(uint8_t c) {
  return is_lower(c) || is_upper(c);
}
static bool is_digit(uint8_t c) {
  return c >= '0' && c <= '9';
}
static bool is_alnum(uint8_t c) {
  return is_alpha(c) || is_digit(c);
}
static bool is_space(uint8_t c) {
  return c == ' ' || (c >= 9 && c <= 13);
}

/* --- case ---------------------------------------------------------------- */

typedef enum case_op { LOWER, UPPER, SWAP, TITLE, CAPITAL } case_op;

static uint8_t change(case_op op, uint8_t c, bool first) {
  if (!is_alpha(c)) return c;
  bool upper = op == UPPER || (op == SWAP && is_lower(c)) ||
               ((op == TITLE || op == CAPITAL) && first);
  return (uint8_t)(upper ? c & ~0x20 : c | 0x20);
}

static cs_status convert(cs_ctx *ctx, cs_value self, case_op op,
                         cs_value *out) {
  const uint8_t *s;
  uint32_t n;
  uint8_t *to;
  (void)cs_bytes_view(ctx, self, &s, &n);
  cs_charge(ctx, n / 32);
  cs_status st = cs_bytes_room(ctx, cs_ref_layout(self), n, out, &to);
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < n; i++) {
    bool first = i == 0 || (op == TITLE && !is_alpha(s[i - 1]));
    to[i] = change(op, s[i], first);
  }
  return CS_OK;
}

#define CONVERT(name, op)                                                \
  static cs_status bytes_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                                cs_value *out) {                         \
    (void)n;                                                             \
    return convert(ctx, args[0], op, out);                               \
  }
CONVERT(lower, LOWER)
CONVERT(upper, UPPER)
CONVERT(swapcase, SWAP)
CONVERT(title, TITLE)
CONVERT(capitalize, CAPITAL)

/* --- predicates ---------------------------------------------------------- */

static cs_status test_all(cs_ctx *ctx, cs_value self, bool (*is)(uint8_t),
                          cs_value *out) {
  const uint8_t *s;
  uint32_t n, i = 0;
  (void)cs_bytes_view(ctx, self, &s, &n);
  cs_charge(ctx, n / 32);
  while (i < n && is(s[i])) i++;
  *out = cs_bool(n > 0 && i == n);
  return CS_OK;
}

#define TEST(name, is)                                                   \
  static cs_status bytes_##name(cs_ctx *ctx, cs_value *args, uint32_t n, \
                                cs_value *out) {                         \
    (void)n;                                                             \
    return test_all(ctx, args[0], is, out);                              \
  }
TEST(isalpha, is_alpha)
TEST(isdigit, is_digit)
TEST(isalnum, is_alnum)
TEST(isspace, is_space)

/* Some letter, and none of the other case. */
static cs_status test_case(cs_ctx *ctx, cs_value self, bool upper,
                           cs_value *out) {
  const uint8_t *s;
  uint32_t n;
  bool seen = false;
  (void)cs_bytes_view(ctx, self, &s, &n);
  cs_charge(ctx, n / 32);
  *out = CS_FALSE;
  for (uint32_t i = 0; i < n; i++) {
    if (upper ? is_lower(s[i]) : is_upper(s[i])) return CS_OK;
    seen = seen || is_alpha(s[i]);
  }
  *out = cs_bool(seen);
  return CS_OK;
}

static cs_status bytes_islower(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  return test_case(ctx, args[0], false, out);
}

static cs_status bytes_isupper(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  return test_case(ctx, args[0], true, out);
}

static cs_status bytes_istitle(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                               cs_value *out) {
  (void)nargs;
  const uint8_t *s;
  uint32_t n;
  bool seen = false, in_word = false;
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  cs_charge(ctx, n / 32);
  *out = CS_FALSE;
  for (uint32_t i = 0; i < n; i++) {
    if (in_word ? is_upper(s[i]) : is_lower(s[i])) return CS_OK;
    in_word = is_alpha(s[i]);
    seen = seen || in_word;
  }
  *out = cs_bool(seen);
  return CS_OK;
}

static cs_status bytes_isascii(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                               cs_value *out) {
  (void)nargs;
  const uint8_t *s;
  uint32_t n, i = 0;
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  cs_charge(ctx, n / 64);
  while (i < n && s[i] < 0x80) i++;
  *out = cs_bool(i == n);
  return CS_OK;
}

static cs_status bytes_expandtabs(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                                  cs_value *out) {
  (void)nargs;
  const uint8_t *s;
  uint32_t n;
  int64_t size, column = 0;
  cs_status st = cs_args_size(ctx, args, 1, 8, &size);
  if (st != CS_OK) return st;
  if (size > INT32_MAX)
    return cs_throw(ctx, CS_OverflowError,
                    "Python int too large to convert to C int");
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_charge(ctx, n / 8);
  for (uint32_t i = 0; i < n && b.status == CS_OK; i++) {
    if (s[i] == '\t') {
      int64_t fill = size > 0 ? size - column % size : 0;
      cs_builder_fill(&b, ' ', (uint64_t)fill);
      column += fill;
    } else {
      cs_builder_ascii(&b, (const char *)s + i, 1);
      column = s[i] == '\n' || s[i] == '\r' ? 0 : column + 1;
    }
  }
  return cs_builder_bytes(&b, cs_ref_layout(args[0]), out);
}

/* --- hexadecimal --------------------------------------------------------- */

static cs_status separator(cs_ctx *ctx, cs_value arg, char *out) {
  cs_value v = cs_unwrap(ctx, arg);
  const uint8_t *s;
  uint32_t n;
  if (cs_is_str(v)) {
    if (cs_str_chars(ctx, v) != 1)
      return cs_throw(ctx, CS_ValueError, "sep must be length 1.");
    s = (const uint8_t *)cs_str_data(ctx, v, &n);
  } else if (cs_is(v, CS_L_BYTES)) {
    (void)cs_bytes_view(ctx, v, &s, &n);
    if (n != 1) return cs_throw(ctx, CS_ValueError, "sep must be length 1.");
  } else {
    cs_value len;
    cs_status st = cs_op_len(ctx, v, &len);
    if (st == CS_SLOW)
      return cs_throw(ctx, CS_TypeError, "object of type '%t' has no len()",
                      arg);
    if (st != CS_OK) return st;
    if (!cs_same(len, cs_int(1)))
      return cs_throw(ctx, CS_ValueError, "sep must be length 1.");
    return cs_throw(ctx, CS_TypeError, "sep must be str or bytes.");
  }
  if (s[0] >= 0x80) return cs_throw(ctx, CS_ValueError, "sep must be ASCII.");
  *out = (char)s[0];
  return CS_OK;
}

/* The text of `n` bytes, with `sep` after every `group` bytes, counted from
 * the right if `group` is positive. */
static cs_status put_hex(cs_ctx *ctx, const uint8_t *s, uint32_t n, char sep,
                         int64_t group, cs_value *out) {
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_charge(ctx, n / 16);
  uint64_t every = group < 0 ? 0 - (uint64_t)group : (uint64_t)group;
  char *to = cs_builder_room(&b, (uint64_t)n * 3);
  if (!to) return b.status;
  uint64_t len = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t place = group < 0 ? i : n - i;
    if (i > 0 && every && place % every == 0) to[len++] = sep;
    to[len++] = "0123456789abcdef"[s[i] >> 4];
    to[len++] = "0123456789abcdef"[s[i] & 15];
  }
  cs_builder_wrote(&b, len, len);
  return cs_builder_finish(&b, out);
}

cs_status cs_bytes_hex(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                       cs_value *out) {
  (void)nargs;
  const uint8_t *s;
  uint32_t n;
  char sep = 0;
  int64_t group = 0;
  cs_status st = CS_OK;
  if (!cs_is_unbound(args[1])) {
    st = cs_args_size(ctx, args, 2, 1, &group);
    if (st == CS_OK) st = separator(ctx, args[1], &sep);
  }
  if (st == CS_OK) st = cs_bytes_need(ctx, args, 0, &s, &n);
  return st == CS_OK ? put_hex(ctx, s, n, sep, group, out) : st;
}

static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static cs_status from_hex(cs_ctx *ctx, cs_value *args, uint32_t layout,
                          cs_value *out) {
  cs_value text = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(text))
    return cs_throw(ctx, CS_TypeError, "fromhex() argument must be str, not %v",
                    cs_args_word(ctx, args[1]));
  uint32_t n;
  const char *s = cs_str_data(ctx, text, &n);
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_charge(ctx, n / 16);
  const cs_patience patience = cs_charge_patience(ctx);
  for (uint32_t i = 0, looked = 0; i < n; i += 2) {
    while (i < n && is_space((uint8_t)s[i])) i++;
    if (i == n) break;
    if (i - looked >= 1 << 20) {
      if (cs_patience_ends(&patience)) return CS_STOP;
      looked = i;
    }
    int high = digit_of(s[i]), low = i + 1 < n ? digit_of(s[i + 1]) : -1;
    if (high < 0 || low < 0)
      return cs_throw(ctx, CS_ValueError,
                      "non-hexadecimal number found in fromhex() arg at "
                      "position %d",
                      (int64_t)cs_str_index(ctx, text, high < 0 ? i : i + 1));
    char byte = (char)(high << 4 | low);
    cs_builder_ascii(&b, &byte, 1);
  }
  cs_value made;
  cs_status st = cs_builder_bytes(&b, layout, &made);
  if (st != CS_OK) return st;
  if (cs_ref_off(args[0]) != ctx->image->cls[layout])
    return cs_want_call1(ctx, CS_RET_PLAIN, args[0], made);
  *out = made;
  return CS_OK;
}

static cs_status bytes_fromhex(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  return from_hex(ctx, args, CS_L_BYTES, out);
}

static cs_status bytearray_fromhex(cs_ctx *ctx, cs_value *args, uint32_t n,
                                   cs_value *out) {
  (void)n;
  return from_hex(ctx, args, CS_L_BYTEARRAY, out);
}

/* --- translation --------------------------------------------------------- */

static cs_status bytes_translate(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                                 cs_value *out) {
  (void)nargs;
  const uint8_t *s, *table = NULL, *drop = NULL;
  uint32_t n, m = 0;
  cs_status st = CS_OK;
  if (!cs_is_none(args[1])) {
    st = cs_bytes_need(ctx, args, 1, &table, &n);
    if (st == CS_OK && n != 256)
      return cs_throw(ctx, CS_ValueError,
                      "translation table must be 256 characters long");
  }
  if (st == CS_OK && !cs_is_unbound(args[2]))
    st = cs_bytes_need(ctx, args, 2, &drop, &m);
  if (st != CS_OK) return st;
  bool gone[256] = {false};
  for (uint32_t i = 0; i < m; i++) gone[drop[i]] = true;
  (void)cs_bytes_view(ctx, args[0], &s, &n);
  cs_charge(ctx, n / 16);
  cs_builder b;
  cs_builder_init(&b, ctx);
  char *to = cs_builder_room(&b, n);
  if (!to) return b.status;
  uint64_t len = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!gone[s[i]]) to[len++] = (char)(table ? table[s[i]] : s[i]);
  cs_builder_wrote(&b, len, len);
  return cs_builder_bytes(&b, cs_ref_layout(args[0]), out);
}

static cs_status bytes_maketrans(cs_ctx *ctx, cs_value *args, uint32_t nargs,
                                 cs_value *out) {
  (void)nargs;
  const uint8_t *from, *to;
  uint32_t m, n;
  cs_status st = cs_bytes_need(ctx, args, 0, &from, &m);
  if (st == CS_OK) st = cs_bytes_need(ctx, args, 1, &to, &n);
  if (st != CS_OK) return st;
  if (m != n)
    return cs_throw(ctx, CS_ValueError,
                    "maketrans arguments must have same length");
  uint8_t table[256];
  for (uint32_t i = 0; i < 256; i++) table[i] = (uint8_t)i;
  for (uint32_t i = 0; i < n; i++) table[from[i]] = to[i];
  return cs_bytes_new(ctx, CS_L_BYTES, table, 256, out);
}

#define BOTH(name, signature, fn)    \
  {"bytes", name, signature, fn}, {  \
    "bytearray", name, signature, fn \
  }
#define PLAIN(name) BOTH(#name, "($self, /)", bytes_##name)

const cs_native_def cs_bytes_text_natives[] = {
    PLAIN(lower),
    PLAIN(upper),
    PLAIN(swapcase),
    PLAIN(title),
    PLAIN(capitalize),
    PLAIN(isalpha),
    PLAIN(isdigit),
    PLAIN(isalnum),
    PLAIN(isspace),
    PLAIN(islower),
    PLAIN(isupper),
    PLAIN(istitle),
    PLAIN(isascii),
    BOTH("expandtabs", "($self, /, tabsize=8)", bytes_expandtabs),
    BOTH("hex", "($self, /, sep=None, bytes_per_sep=1)", cs_bytes_hex),
    BOTH("translate", "($self, table, /, delete=b'')", bytes_translate),
    BOTH("maketrans", "(frm, to, /)", bytes_maketrans),
    {"bytes", "fromhex", "($cls, string, /)", bytes_fromhex},
    {"bytearray", "fromhex", "($cls, string, /)", bytearray_fromhex},
    CS_NATIVE_END};
