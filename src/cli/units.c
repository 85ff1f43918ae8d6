/*
 * units.c - sizes, counts and durations as people type them.
 *
 * Digits are read by hand: strtod would take "inf", "nan", hexadecimal and the
 * locale's decimal point.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/units.h"

#include <stddef.h>
#include <string.h>

/* Digits with an optional fraction; NULL if there are none or too many. */
static const char *read_number(const char *s, double *out) {
  double v = 0, scale = 1;
  int digits = 0;
  bool dot = false;
  for (; (*s >= '0' && *s <= '9') || (*s == '.' && !dot); s++) {
    if (*s == '.') {
      dot = true;
      continue;
    }
    if (++digits > 18) return NULL;
    v = v * 10 + (*s - '0');
    if (dot) scale *= 10;
  }
  *out = v / scale;
  return digits ? s : NULL;
}

static bool read_scaled(const char *text, double step, uint64_t *out) {
  double v;
  const char *s = read_number(text, &v);
  if (!s) return false;
  switch (*s | 0x20) {
    case 'k': v *= step; break;
    case 'm': v *= step * step; break;
    case 'g': v *= step * step * step; break;
    case 0x20: break;
    default: return false;
  }
  if ((*s && s[1]) || v >= 9e18) return false;
  *out = (uint64_t)v;
  return true;
}

bool cs_units_size(const char *text, uint64_t *out) {
  return read_scaled(text, 1024, out);
}

bool cs_units_count(const char *text, uint64_t *out) {
  return read_scaled(text, 1000, out);
}

bool cs_units_time(const char *text, double *out) {
  static const struct {
    const char *unit;
    double seconds;
  } units[] = {{"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"h", 3600}};
  double v;
  const char *s = read_number(text, &v);
  for (size_t i = 0; s && i < sizeof units / sizeof *units; i++)
    if (strcmp(s, units[i].unit) == 0) {
      *out = v * units[i].seconds;
      return true;
    }
  return false;
}
