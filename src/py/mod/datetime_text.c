/*
 * datetime_text.c - dates and times as text, both ways.
 *
 * The usual forms are read and written here.  Whatever is rare (week dates,
 * zones, widths in a format, an error to report) is left to the twins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/heap/str.h"
#include "py/mod/datetime.h"
#include "py/types/builder.h"
#include "py/types/leaf.h"

static const char days[] =
    "Monday   Tuesday  WednesdayThursday Friday   "
    "Saturday Sunday   ";
static const char months[] =
    "January  February March    April    May      "
    "June     July     August   SeptemberOctober  "
    "November December ";
#define NAME 9 /* letters of the longest, to which all are padded */

/* --- writing ------------------------------------------------------------- */

/* `n` decimal digits. */
static char *digits(char *to, int64_t v, int n) {
  for (int i = n - 1; i >= 0; i--, v /= 10) to[i] = (char)('0' + v % 10);
  return to + n;
}

static char *write_date(char *to, const cs_stamp *t) {
  to = digits(to, t->y, 4);
  *to++ = '-';
  to = digits(to, t->m, 2);
  *to++ = '-';
  return digits(to, t->d, 2);
}

static char *write_clock(char *to, const cs_stamp *t) {
  to = digits(to, t->h, 2);
  *to++ = ':';
  to = digits(to, t->mi, 2);
  *to++ = ':';
  return digits(to, t->s, 2);
}

static cs_status finish(cs_ctx *ctx, const char *text, const char *end,
                        cs_value *out) {
  return cs_str_new(ctx, text, (size_t)(end - text), out);
}

CS_LEAF(date_isoformat) {
  cs_stamp t;
  char text[16];
  if (!cs_datetime_load_date(ctx, args[0], &t)) return CS_SLOW;
  return finish(ctx, text, write_date(text, &t), out);
}

/* +HH:MM, with that separator or none; false when there are seconds. */
static char *write_zone(char *to, const cs_ctx *ctx, cs_value tz, char sep) {
  int64_t us;
  if (!cs_datetime_zone_us(ctx, tz, &us) || us % 60000000) return NULL;
  *to++ = us < 0 ? '-' : '+';
  int64_t minutes = (us < 0 ? -us : us) / 60000000;
  to = digits(to, minutes / 60, 2);
  if (sep) *to++ = sep;
  return digits(to, minutes % 60, 2);
}

/* How much of the time isoformat() shows; FULL is with what is not zero. */
enum { HOURS, MINUTES, SECONDS, MILLIS, MICROS, FULL, UNKNOWN };

static int find_spec(cs_ctx *ctx, cs_value v) {
  static const char *const name[] = {
      [HOURS] = "hours",         [MINUTES] = "minutes",
      [SECONDS] = "seconds",     [MILLIS] = "milliseconds",
      [MICROS] = "microseconds", [FULL] = "auto"};
  if (cs_is_unbound(v)) return FULL;
  if (!cs_is_str(v)) return UNKNOWN;
  for (int i = 0; i < UNKNOWN; i++)
    if (cs_str_eq_c(ctx, v, name[i])) return i;
  return UNKNOWN;
}

static char *write_time(char *to, const cs_stamp *t, int spec) {
  static const int letters[] = {[HOURS] = 2,  [MINUTES] = 5, [SECONDS] = 8,
                                [MILLIS] = 8, [MICROS] = 8,  [FULL] = 8};
  write_clock(to, t);
  to += letters[spec];
  if (spec < MILLIS || (spec == FULL && t->us == 0)) return to;
  *to++ = '.';
  return spec == MILLIS ? digits(to, t->us / 1000, 3) : digits(to, t->us, 6);
}

static cs_status iso(cs_ctx *ctx, cs_value v, char sep, int spec,
                     cs_value *out) {
  cs_stamp t;
  char text[48];
  if (spec == UNKNOWN || !cs_datetime_load(ctx, v, &t)) return CS_SLOW;
  char *to = write_date(text, &t);
  *to++ = sep;
  to = write_time(to, &t, spec);
  if (!cs_is_none(t.tz)) to = write_zone(to, ctx, t.tz, ':');
  return to ? finish(ctx, text, to, out) : CS_SLOW;
}

CS_LEAF(datetime_isoformat) {
  char sep = 'T';
  if (!cs_is_unbound(args[1])) {
    uint32_t len;
    if (!cs_is_str(args[1])) return CS_SLOW;
    const char *s = cs_str_data(ctx, args[1], &len);
    if (len != 1) return CS_SLOW;
    sep = s[0];
  }
  return iso(ctx, args[0], sep, find_spec(ctx, args[2]), out);
}

CS_LEAF(datetime_str) {
  return iso(ctx, args[0], ' ', FULL, out);
}

/* A number as short as it is. */
static char *write_int(char *to, int64_t v) {
  int n = 1;
  if (v < 0) {
    *to++ = '-';
    v = -v;
  }
  for (int64_t w = v; w >= 10; w /= 10) n++;
  return digits(to, v, n);
}

/* [-]D day[s], H:MM:SS[.ffffff] */
CS_LEAF(span_str) {
  cs_span s;
  char text[64], clock[8], *to = text;
  if (!cs_datetime_load_span(ctx, args[0], &s)) return CS_SLOW;
  if (s.days) {
    bool one = s.days == 1 || s.days == -1;
    to = stpcpy(write_int(to, s.days), one ? " day, " : " days, ");
  }
  cs_stamp t = {.h = (int32_t)(s.s / 3600),
                .mi = (int32_t)(s.s / 60 % 60),
                .s = (int32_t)(s.s % 60)};
  write_clock(clock, &t);
  int skip = clock[0] == '0';
  memcpy(to, clock + skip, sizeof clock - (size_t)skip);
  to += (int)sizeof clock - skip;
  if (s.us) {
    *to++ = '.';
    to = digits(to, s.us, 6);
  }
  return finish(ctx, text, to, out);
}

static void put_number(cs_builder *b, int64_t v, int n) {
  char text[8];
  cs_builder_ascii(b, text, (uint64_t)(digits(text, v, n) - text));
}

/* The name `i` of a table; only `n` letters of it if n > 0. */
static void put_name(cs_builder *b, const char *table, int64_t i, uint32_t n) {
  const char *s = table + i * NAME;
  if (n == 0)
    for (n = NAME; s[n - 1] == ' ';) n--;
  cs_builder_ascii(b, s, n);
}

/* One directive; false when it is not for C. */
static bool put_directive(cs_builder *b, const cs_stamp *t, char c) {
  int64_t ordinal = cs_datetime_ordinal(t->y, t->m, t->d);
  char text[16], *end;
  switch (c) {
    case 'Y':
      if (t->y < 1000) return false; /* not padded */
      put_number(b, t->y, 4);
      return true;
    case 'y': put_number(b, t->y % 100, 2); return true;
    case 'm': put_number(b, t->m, 2); return true;
    case 'd': put_number(b, t->d, 2); return true;
    case 'H': put_number(b, t->h, 2); return true;
    case 'I': put_number(b, (t->h + 11) % 12 + 1, 2); return true;
    case 'M': put_number(b, t->mi, 2); return true;
    case 'S': put_number(b, t->s, 2); return true;
    case 'f': put_number(b, t->us, 6); return true;
    case 'j':
      put_number(b, ordinal - cs_datetime_ordinal(t->y, 1, 1) + 1, 3);
      return true;
    case 'p': cs_builder_ascii(b, t->h < 12 ? "AM" : "PM", 2); return true;
    case 'a': put_name(b, days, cs_datetime_weekday(ordinal), 3); return true;
    case 'A': put_name(b, days, cs_datetime_weekday(ordinal), 0); return true;
    case 'b': put_name(b, months, t->m - 1, 3); return true;
    case 'B': put_name(b, months, t->m - 1, 0); return true;
    case 'F':
      if (t->y < 1000) return false;
      cs_builder_ascii(b, text, (uint64_t)(write_date(text, t) - text));
      return true;
    case 'T':
      cs_builder_ascii(b, text, (uint64_t)(write_clock(text, t) - text));
      return true;
    case 'R':
      write_clock(text, t);
      cs_builder_ascii(b, text, 5);
      return true;
    case 'e':
      digits(text, t->d, 2);
      if (text[0] == '0') text[0] = ' ';
      cs_builder_ascii(b, text, 2);
      return true;
    case 'u': put_number(b, cs_datetime_weekday(ordinal) + 1, 1); return true;
    case 'w':
      put_number(b, (cs_datetime_weekday(ordinal) + 1) % 7, 1);
      return true;
    case 'z':
      if (cs_is_none(t->tz)) return true; /* nothing */
      end = write_zone(text, b->ctx, t->tz, 0);
      if (end) cs_builder_ascii(b, text, (uint64_t)(end - text));
      return end != NULL;
    case 'Z': return cs_is_none(t->tz); /* nothing */
    case '%': cs_builder_c(b, "%"); return true;
    default: return false;
  }
}

static cs_status format(cs_ctx *ctx, const cs_stamp *t, cs_value fmt,
                        cs_value *out) {
  cs_builder b;
  uint32_t n, from = 0, i = 0;
  if (!cs_is_str(fmt)) return CS_SLOW;
  const char *s = cs_str_data(ctx, fmt, &n);
  cs_charge(ctx, n / 8);
  cs_builder_init(&b, ctx);
  for (; i < n; i++) {
    if (s[i] != '%') continue;
    if (i + 1 == n) return CS_SLOW;
    cs_builder_text(&b, s + from, i - from);
    if (!put_directive(&b, t, s[++i])) return CS_SLOW;
    from = i + 1;
  }
  cs_builder_text(&b, s + from, n - from);
  return cs_builder_finish(&b, out);
}

CS_LEAF(any_strftime) {
  cs_stamp t;
  if (!cs_datetime_load_any(ctx, args[0], &t)) return CS_SLOW;
  return format(ctx, &t, args[1], out);
}

/* --- reading ------------------------------------------------------------- */

typedef struct reader {
  const char *s;
  uint32_t at, n;
} reader;

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Exactly `n` digits. */
static bool take_number(reader *r, uint32_t n, int32_t *out) {
  if (r->n - r->at < n) return false;
  int32_t v = 0;
  for (uint32_t i = 0; i < n; i++) {
    char c = r->s[r->at + i];
    if (!is_digit(c)) return false;
    v = v * 10 + (c - '0');
  }
  r->at += n;
  *out = v;
  return true;
}

static bool take_char(reader *r, char c) {
  if (r->at == r->n || r->s[r->at] != c) return false;
  r->at++;
  return true;
}

/* YYYY-MM-DD */
static bool take_date(reader *r, cs_stamp *t) {
  return take_number(r, 4, &t->y) && take_char(r, '-') &&
         take_number(r, 2, &t->m) && take_char(r, '-') &&
         take_number(r, 2, &t->d) && cs_datetime_valid_date(t->y, t->m, t->d);
}

/* HH:MM[:SS[.ffffff]] */
static bool take_clock(reader *r, cs_stamp *t) {
  if (!take_number(r, 2, &t->h) || !take_char(r, ':') ||
      !take_number(r, 2, &t->mi))
    return false;
  if (take_char(r, ':') && !take_number(r, 2, &t->s)) return false;
  if (take_char(r, '.') && !take_number(r, 6, &t->us)) {
    if (!take_number(r, 3, &t->us)) return false;
    t->us *= 1000;
  }
  return t->h < 24 && t->mi < 60 && t->s < 60;
}

/* Z or +HH:MM[:SS]: the distance from UTC. */
static bool take_zone(reader *r, int64_t *us) {
  cs_stamp t = {.tz = CS_NONE};
  *us = 0;
  if (take_char(r, 'Z')) return true;
  bool west = take_char(r, '-');
  if ((!west && !take_char(r, '+')) || !take_clock(r, &t)) return false;
  *us = (t.h * INT64_C(3600) + t.mi * 60 + t.s) * 1000000 + t.us;
  if (west) *us = -*us;
  return true;
}

static bool open_text(const cs_ctx *ctx, cs_value v, reader *r) {
  if (!cs_is_str(v)) return false;
  r->s = cs_str_data(ctx, v, &r->n);
  r->at = 0;
  return cs_str_is_ascii(ctx, v);
}

CS_LEAF(date_fromiso) {
  cs_stamp t = {.tz = CS_NONE};
  reader r;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DATE) ||
      !open_text(ctx, args[1], &r) || !take_date(&r, &t) || r.at != r.n)
    return CS_SLOW;
  return cs_datetime_make_date(ctx, &t, out);
}

CS_LEAF(datetime_fromiso) {
  cs_stamp t = {.tz = CS_NONE};
  reader r;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DATETIME) ||
      !open_text(ctx, args[1], &r) || !take_date(&r, &t))
    return CS_SLOW;
  if (r.at < r.n) {
    int64_t us;
    r.at++; /* any separator */
    if (!take_clock(&r, &t)) return CS_SLOW;
    if (r.at < r.n) {
      if (!take_zone(&r, &us) || r.at < r.n) return CS_SLOW;
      CS_TRY(cs_datetime_make_zone(ctx, us, &t.tz));
    }
  }
  return cs_datetime_make(ctx, &t, out);
}

/* One or two digits, as many as there are. */
static bool take_short(reader *r, int32_t low, int32_t high, int32_t *out) {
  bool two = r->n - r->at >= 2 && is_digit(r->s[r->at + 1]);
  return take_number(r, two ? 2 : 1, out) && *out >= low && *out <= high;
}

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* A month's name, in full or its first three letters. */
static bool take_month(reader *r, bool full, int32_t *out) {
  for (int32_t m = 0; m < 12; m++) {
    const char *name = months + m * NAME;
    uint32_t n = 3, i = 0;
    if (full)
      for (n = NAME; name[n - 1] == ' ';) n--;
    if (r->n - r->at < n) continue;
    while (i < n && lower(r->s[r->at + i]) == lower(name[i])) i++;
    if (i < n) continue;
    r->at += n;
    *out = m + 1;
    return true;
  }
  return false;
}

static bool take_fraction(reader *r, int32_t *us) {
  int32_t v = 0, n = 0;
  for (; n < 6 && r->at < r->n && is_digit(r->s[r->at]); n++)
    v = v * 10 + (r->s[r->at++] - '0');
  if (n == 0) return false;
  for (; n < 6; n++) v *= 10;
  *us = v;
  return true;
}

static bool take_directive(reader *r, char c, cs_stamp *t) {
  switch (c) {
    case 'Y': return take_number(r, 4, &t->y);
    case 'm': return take_short(r, 1, 12, &t->m);
    case 'd': return take_short(r, 1, 31, &t->d);
    case 'H': return take_short(r, 0, 23, &t->h);
    case 'M': return take_short(r, 0, 59, &t->mi);
    case 'S': return take_short(r, 0, 59, &t->s);
    case 'f': return take_fraction(r, &t->us);
    case 'b': return take_month(r, false, &t->m);
    case 'B': return take_month(r, true, &t->m);
    case 'y':
      if (!take_number(r, 2, &t->y)) return false;
      t->y += t->y <= 68 ? 2000 : 1900;
      return true;
    case '%': return take_char(r, '%');
    default: return false;
  }
}

/* The text taken as the pattern's first choice everywhere; if that fails, the
 * twin looks for others.  A directive given twice is an error of its own. */
static bool take_format(reader *r, const reader *f, cs_stamp *t) {
  uint64_t seen = 0;
  for (uint32_t i = 0; i < f->n; i++) {
    char c = f->s[i];
    if (c == '%') {
      if (++i == f->n) return false;
      uint64_t bit = UINT64_C(1) << (f->s[i] & 63);
      if ((seen & bit) && f->s[i] != '%') return false;
      seen |= bit;
      if (!take_directive(r, f->s[i], t)) return false;
    } else if (!take_char(r, c)) {
      return false;
    } else if (c == ' ' && ((r->at < r->n && r->s[r->at] <= ' ') ||
                            (i + 1 < f->n && f->s[i + 1] <= ' '))) {
      return false; /* blanks match any number of blanks */
    }
  }
  return r->at == r->n && cs_datetime_valid_date(t->y, t->m, t->d);
}

CS_LEAF(datetime_strptime) {
  cs_stamp t = {.y = 1900, .m = 1, .d = 1, .tz = CS_NONE};
  reader r, f;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DATETIME) ||
      !open_text(ctx, args[1], &r) || !open_text(ctx, args[2], &f))
    return CS_SLOW;
  cs_charge(ctx, f.n / 8);
  if (!take_format(&r, &f, &t)) return CS_SLOW;
  return cs_datetime_make(ctx, &t, out);
}

extern const cs_native_def cs_datetime_text_natives[];
const cs_native_def cs_datetime_text_natives[] = {
    {"._dt_date", "isoformat", "($self, /)", date_isoformat},
    {"._dt_date", "__str__", "($self, /)", date_isoformat},
    {"._dt_date", "strftime", "($self, format)", any_strftime},
    {"._dt_date", "fromisoformat", "(cls, date_string, /)", date_fromiso},
    {"._dt_timedelta", "__str__", "($self, /)", span_str},
    {"._dt_datetime", "isoformat", "($self, sep='T', timespec='auto')",
     datetime_isoformat},
    {"._dt_datetime", "__str__", "($self, /)", datetime_str},
    {"._dt_datetime", "strftime", "($self, format)", any_strftime},
    {"._dt_datetime", "fromisoformat", "(cls, date_string, /)",
     datetime_fromiso},
    {"._dt_datetime", "strptime", "(cls, date_string, format, /)",
     datetime_strptime},
    CS_NATIVE_END};
