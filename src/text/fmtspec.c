/*
 * fmtspec.c - read and check a format specifier.
 *
 *   [[fill]align][sign][z][#][0][width][grouping][.precision][type]
 *
 * The order of the checks is CPython's, because a specifier with two faults
 * must be refused for the same one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/fmtspec.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"

#define QUOTE_MAX 256 /* bytes of a specifier or type name in a message */

/* --- messages ------------------------------------------------------------ */

static void add(cs_fmterror *err, const char *s, size_t n) {
  size_t room = sizeof err->text - err->len;
  if (n > room) n = room;
  memcpy(err->text + err->len, s, n);
  err->len += n;
}

static void add_string(cs_fmterror *err, const char *s) {
  add(err, s, strlen(s));
}

/* At most QUOTE_MAX bytes, never half a code point. */
static void add_quote(cs_fmterror *err, const char *s, size_t n) {
  if (n > QUOTE_MAX) {
    n = QUOTE_MAX;
    while (n > 0 && !cs_utf8_is_start((uint8_t)s[n])) n--;
  }
  add(err, s, n);
}

/* A type character, or its number if it does not print in ASCII. */
static void add_type(cs_fmterror *err, uint32_t type) {
  if (type > 32 && type < 128) {
    char c = (char)type;
    add(err, &c, 1);
    return;
  }
  char digits[8];
  size_t n = sizeof digits;
  do {
    digits[--n] = "0123456789abcdef"[type & 15];
    type >>= 4;
  } while (type);
  add_string(err, "\\x");
  add(err, digits + n, sizeof digits - n);
}

static cs_status fail(cs_fmterror *err, const char *text) {
  err->len = 0;
  add_string(err, text);
  return CS_EINVAL;
}

static cs_status fail_specifier(cs_fmterror *err, const char *s, size_t n,
                                const char *type_name) {
  (void)fail(err, "Invalid format specifier '");
  add_quote(err, s, n);
  add_string(err, "' for object of type '");
  add_quote(err, type_name, strlen(type_name));
  add_string(err, "'");
  return CS_EINVAL;
}

static cs_status fail_type(cs_fmterror *err, uint32_t type,
                           const char *type_name) {
  (void)fail(err, "Unknown format code '");
  add_type(err, type);
  add_string(err, "' for object of type '");
  add_quote(err, type_name, strlen(type_name));
  add_string(err, "'");
  return CS_EINVAL;
}

static cs_status fail_grouping(cs_fmterror *err, char grouping, uint32_t type) {
  (void)fail(err, "Cannot specify '");
  add(err, &grouping, 1);
  add_string(err, "' with '");
  add_type(err, type);
  add_string(err, "'.");
  return CS_EINVAL;
}

/* --- reading ------------------------------------------------------------- */

typedef struct reader {
  const char *p;
  const char *end;
} reader;

static bool is_align(char c) {
  return c == '<' || c == '>' || c == '=' || c == '^';
}

static bool take(reader *r, char c) {
  if (r->p == r->end || *r->p != c) return false;
  r->p++;
  return true;
}

/* [[fill]align]; returns whether a fill was given. */
static bool read_align(reader *r, cs_fmtspec *f, bool *has_align) {
  if (r->p == r->end) return false;
  uint32_t width;
  uint32_t fill = cs_utf8_decode((const uint8_t *)r->p, &width);
  const char *next = r->p + width;
  if (next < r->end && is_align(*next)) {
    f->fill = fill;
    f->align = *next;
    r->p = next + 1;
    *has_align = true;
    return true;
  }
  if (is_align(*r->p)) {
    f->align = *r->p++;
    *has_align = true;
  }
  return false;
}

/* Digits, if there are any: `*out` is left alone without. */
static bool read_number(reader *r, int64_t *out) {
  int64_t v = 0;
  const char *start = r->p;
  for (; r->p < r->end && *r->p >= '0' && *r->p <= '9'; r->p++) {
    if (__builtin_mul_overflow(v, 10, &v) ||
        __builtin_add_overflow(v, *r->p - '0', &v))
      return false;
  }
  if (r->p > start) *out = v;
  return true;
}

static cs_status read_grouping(reader *r, cs_fmtspec *f, cs_fmterror *err) {
  const char *both = "Cannot specify both ',' and '_'.";
  if (take(r, ',')) f->grouping = ',';
  if (take(r, '_')) {
    if (f->grouping) return fail(err, both);
    f->grouping = '_';
  }
  if (f->grouping == '_' && r->p < r->end && *r->p == ',')
    return fail(err, both);
  return CS_OK;
}

/* May the digits of this type be grouped? */
static bool groups(uint32_t type, char grouping) {
  switch (type) {
    case 0:
    case 'd':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': return true;
    case 'b':
    case 'o':
    case 'x':
    case 'X': return grouping == '_';
    default: return false;
  }
}

static void set_defaults(cs_fmtspec *f, cs_fmtkind kind) {
  *f = (cs_fmtspec){
      .width = -1,
      .precision = -1,
      .fill = ' ',
      .type = kind == CS_FMT_STR   ? 's'
              : kind == CS_FMT_INT ? 'd'
                                   : 0,
      .align = kind == CS_FMT_STR ? '<' : '>',
  };
}

/* Everything up to the grouping. */
static bool read_front(reader *r, cs_fmtspec *f) {
  bool has_align = false;
  bool has_fill = read_align(r, f, &has_align);
  if (r->p < r->end && (*r->p == '+' || *r->p == '-' || *r->p == ' '))
    f->sign = *r->p++;
  f->no_neg_zero = take(r, 'z');
  f->alt = take(r, '#');
  if (!has_fill && take(r, '0')) {
    f->fill = '0';
    if (!has_align && f->align == '>') f->align = '=';
  }
  return read_number(r, &f->width);
}

cs_status cs_fmtspec_parse(const char *s, size_t n, cs_fmtkind kind,
                           const char *type_name, cs_fmtspec *out,
                           cs_fmterror *err) {
  const char *too_many = "Too many decimal digits in format string";
  cs_fmtspec f;
  set_defaults(&f, kind);
  reader r = {s, s + n};
  if (!read_front(&r, &f)) return fail(err, too_many);
  cs_status st = read_grouping(&r, &f, err);
  if (st != CS_OK) return st;
  if (take(&r, '.')) {
    if (!read_number(&r, &f.precision)) return fail(err, too_many);
    if (f.precision < 0) return fail(err, "Format specifier missing precision");
  }
  if (r.p < r.end) {
    uint32_t width;
    f.type = cs_utf8_decode((const uint8_t *)r.p, &width);
    if (r.p + width != r.end) return fail_specifier(err, s, n, type_name);
  }
  if (f.grouping && !groups(f.type, f.grouping))
    return fail_grouping(err, f.grouping, f.type);
  *out = f;
  return CS_OK;
}

/* --- checks against the kind of value ------------------------------------ */

static bool is_one_of(uint32_t type, const char *set) {
  return type < 128 && type != 0 && strchr(set, (int)type) != NULL;
}

bool cs_fmtspec_is_float_type(const cs_fmtspec *f) {
  return is_one_of(f->type, "eEfFgG%");
}

unsigned cs_fmtspec_base(const cs_fmtspec *f) {
  if (f->type == 'b') return 2;
  if (f->type == 'o') return 8;
  return f->type == 'x' || f->type == 'X' ? 16 : 10;
}

static cs_status check_str(const cs_fmtspec *f, cs_fmterror *err) {
  if (f->sign == ' ')
    return fail(err, "Space not allowed in string format specifier");
  if (f->sign) return fail(err, "Sign not allowed in string format specifier");
  if (f->no_neg_zero)
    return fail(err,
                "Negative zero coercion (z) not allowed in string format "
                "specifier");
  if (f->alt)
    return fail(err,
                "Alternate form (#) not allowed in string format specifier");
  if (f->align == '=')
    return fail(err, "'=' alignment not allowed in string format specifier");
  return CS_OK;
}

static cs_status check_int(const cs_fmtspec *f, cs_fmterror *err) {
  if (f->precision >= 0)
    return fail(err, "Precision not allowed in integer format specifier");
  if (f->no_neg_zero)
    return fail(err,
                "Negative zero coercion (z) not allowed in integer format "
                "specifier");
  if (f->type != 'c') return CS_OK;
  if (f->sign)
    return fail(err, "Sign not allowed with integer format specifier 'c'");
  if (f->alt)
    return fail(err,
                "Alternate form (#) not allowed with integer format "
                "specifier 'c'");
  return CS_OK;
}

static cs_status check_float(const cs_fmtspec *f, cs_fmterror *err) {
  if (f->precision > INT32_MAX) return fail(err, "precision too big");
  return CS_OK;
}

static cs_status check_complex(const cs_fmtspec *f, cs_fmterror *err) {
  if (f->precision > INT32_MAX) return fail(err, "precision too big");
  if (f->fill == '0')
    return fail(err, "Zero padding is not allowed in complex format specifier");
  if (f->align == '=')
    return fail(err,
                "'=' alignment flag is not allowed in complex format "
                "specifier");
  return CS_OK;
}

cs_status cs_fmtspec_check(const cs_fmtspec *f, cs_fmtkind kind,
                           const char *type_name, cs_fmterror *err) {
  bool none = f->type == 0;
  switch (kind) {
    case CS_FMT_STR:
      if (f->type == 's') return check_str(f, err);
      break;
    case CS_FMT_INT:
      if (is_one_of(f->type, "bcdoxXn")) return check_int(f, err);
      if (cs_fmtspec_is_float_type(f)) return check_float(f, err);
      break;
    case CS_FMT_FLOAT:
      if (none || f->type == 'n' || cs_fmtspec_is_float_type(f))
        return check_float(f, err);
      break;
    case CS_FMT_COMPLEX:
      if (none || is_one_of(f->type, "eEfFgGn")) return check_complex(f, err);
      break;
  }
  return fail_type(err, f->type, type_name);
}
