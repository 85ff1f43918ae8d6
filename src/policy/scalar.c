/*
 * scalar.c - numbers of a policy: counts, sizes, durations, CPUs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/scalar.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MOST (UINT64_MAX >> 1)

typedef struct cs_unit {
  const char *name;
  uint64_t factor;
} cs_unit;

/* Largest first: printing takes the first that divides. */
static const cs_unit sizes[] = {
    {"TiB", UINT64_C(1) << 40},
    {"GiB", UINT64_C(1) << 30},
    {"MiB", UINT64_C(1) << 20},
    {"KiB", UINT64_C(1) << 10},
    {NULL, 0},
};
static const cs_unit times[] = {
    {"h", 3600000}, {"m", 60000}, {"s", 1000}, {"ms", 1}, {NULL, 0}};

static const cs_unit *units_of(cs_field_type type) {
  return type == CS_TYPE_SIZE ? sizes : type == CS_TYPE_TIME ? times : NULL;
}

/* Digits at `*at`, which moves behind them. */
static cs_scalar_result digits(const char **at, uint64_t *out) {
  const char *s = *at;
  uint64_t n = 0;
  if (*s < '0' || *s > '9') return CS_SCALAR_TYPE;
  if (s[0] == '0' && s[1] >= '0' && s[1] <= '9') return CS_SCALAR_TYPE;
  bool fits = true;
  for (; *s >= '0' && *s <= '9'; s++) {
    uint64_t d = (uint64_t)(*s - '0');
    if (n > (MOST - d) / 10) fits = false;
    if (fits) n = 10 * n + d;
  }
  *at = s;
  *out = n;
  return fits ? CS_SCALAR_OK : CS_SCALAR_RANGE;
}

static cs_scalar_result with_unit(cs_field_type type, const char *unit,
                                  uint64_t n, uint64_t *out) {
  const cs_unit *u = units_of(type);
  for (; u && u->name; u++) {
    if (strcmp(u->name, unit) != 0) continue;
    if (n > MOST / u->factor) return CS_SCALAR_RANGE;
    *out = n * u->factor;
    return CS_SCALAR_OK;
  }
  return CS_SCALAR_TYPE;
}

/* "1", "0.5": at most three decimals. */
static cs_scalar_result cpus(const char *s, uint64_t *out) {
  uint64_t whole;
  cs_scalar_result r = digits(&s, &whole);
  if (r != CS_SCALAR_OK) return r;
  uint64_t thousandths = 0, place = 100;
  if (*s == '.') {
    if (!s[1]) return CS_SCALAR_TYPE;
    for (s++; *s >= '0' && *s <= '9' && place; s++, place /= 10)
      thousandths += place * (uint64_t)(*s - '0');
  }
  if (*s) return CS_SCALAR_TYPE;
  if (whole > MOST / 1000 - 1) return CS_SCALAR_RANGE;
  *out = 1000 * whole + thousandths;
  return CS_SCALAR_OK;
}

cs_scalar_result cs_scalar_read(cs_field_type type, const char *text,
                                bool plain, uint64_t *out) {
  if (type == CS_TYPE_CPUS) return plain ? cpus(text, out) : CS_SCALAR_TYPE;
  uint64_t n = 0;
  const char *s = text;
  cs_scalar_result r = digits(&s, &n);
  if (r == CS_SCALAR_TYPE) return r;
  if (*s) {
    uint64_t unused;
    if (r == CS_SCALAR_OK) return with_unit(type, s, n, out);
    r = with_unit(type, s, 0, &unused);
    return r == CS_SCALAR_OK ? CS_SCALAR_RANGE : r;
  }
  if (!plain) return CS_SCALAR_TYPE;
  if (r == CS_SCALAR_OK) *out = n;
  return r;
}

const char *cs_scalar_example(cs_field_type type) {
  switch (type) {
    case CS_TYPE_BOOL: return "true or false";
    case CS_TYPE_COUNT: return "a decimal number such as 128";
    case CS_TYPE_SIZE: return "a size such as 536870912 or 512MiB";
    case CS_TYPE_TIME: return "milliseconds, or a time such as 500ms, 30s, 5m";
    case CS_TYPE_CPUS: return "a number of CPUs such as 1 or 0.5";
    case CS_TYPE_WORD: return "one of its words";
    case CS_TYPE_TEXT: return "a text";
    case CS_TYPE_LIST: return "a list";
    case CS_TYPE_MAP: return "a mapping";
    case CS_TYPE_SPAWN: return "true, false or a list of programs";
  }
  return "something else";
}

bool cs_scalar_is_null(const char *text) {
  return !*text || strcmp(text, "null") == 0;
}

bool cs_scalar_is_typed(const char *text) {
  if (cs_scalar_is_null(text) || strcmp(text, "true") == 0 ||
      strcmp(text, "false") == 0)
    return true;
  const char *s = text + (*text == '-' || *text == '+');
  if (strncmp(s, "0x", 2) == 0 || strncmp(s, "0o", 2) == 0)
    return s[2] && strspn(s + 2, "0123456789abcdefABCDEF") == strlen(s + 2);
  if (*s < '0' || *s > '9') return false;
  s += strspn(s, "0123456789");
  if (*s == '.') s += 1 + strspn(s + 1, "0123456789");
  if (*s == 'e' || *s == 'E') {
    s += 1 + (s[1] == '-' || s[1] == '+');
    s += strspn(s, "0123456789");
  }
  return !*s; /* a version such as 3.11.2 goes on */
}

void cs_scalar_print(cs_field_type type, uint64_t n, char out[32]) {
  const cs_unit *u = units_of(type);
  for (; u && u->name; u++)
    if (n && n % u->factor == 0) {
      snprintf(out, 32, "%" PRIu64 "%s", n / u->factor, u->name);
      return;
    }
  if (type == CS_TYPE_CPUS && n % 1000) {
    snprintf(out, 32, "%" PRIu64 ".%03" PRIu64, n / 1000, n % 1000);
    for (char *end = out + strlen(out) - 1; *end == '0'; end--) *end = 0;
    return;
  }
  snprintf(out, 32, "%" PRIu64, type == CS_TYPE_CPUS ? n / 1000 : n);
}
