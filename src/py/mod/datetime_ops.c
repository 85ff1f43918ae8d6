/*
 * datetime_ops.c - arithmetic, comparison and parts of dates and durations.
 *
 * A duration whose days stay within SPAN_MAX is one 64-bit count of
 * microseconds; longer ones are left to the twins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "py/heap/seq.h"
#include "py/mod/datetime.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"

#define SPAN_MAX  10000000 /* days: 8.7e17 microseconds */
#define EXACT     (INT64_C(1) << 53)
#define POSIX_MAX INT64_C(62000000000) /* seconds: 1964 years */

/* Duration in microseconds. */
static bool load_us(const cs_ctx *ctx, cs_value v, int64_t *us) {
  cs_span s;
  if (!cs_datetime_load_span(ctx, v, &s)) return false;
  if (s.days < -SPAN_MAX || s.days > SPAN_MAX) return false;
  *us = s.days * CS_DT_DAY_US + s.s * 1000000 + s.us;
  return true;
}

static cs_status give_us(cs_ctx *ctx, int64_t us, cs_value *out) {
  int64_t days = us / CS_DT_DAY_US;
  return cs_datetime_make_span(
      ctx, (cs_span){days, 0, us - days * CS_DT_DAY_US}, out);
}

static bool compared(cs_cmp op, int64_t a, int64_t b) {
  switch ((int)op) {
    case CS_C_LT: return a < b;
    case CS_C_LE: return a <= b;
    case CS_C_EQ: return a == b;
    case CS_C_NE: return a != b;
    case CS_C_GT: return a > b;
    case CS_C_GE: return a >= b;
    default: return false;
  }
}

/* hash(int) of a number below 2**61 - 1. */
static cs_value hash_of(int64_t key) {
  return cs_int(key == -1 ? -2 : key);
}

/* --- timedelta ----------------------------------------------------------- */

CS_LEAF(span_add) {
  cs_span a, b;
  if (!cs_datetime_load_span(ctx, args[0], &a) ||
      !cs_datetime_load_span(ctx, args[1], &b))
    return CS_SLOW;
  return cs_datetime_make_span(
      ctx, (cs_span){a.days + b.days, a.s + b.s, a.us + b.us}, out);
}

CS_LEAF(span_sub) {
  cs_span a, b;
  if (!cs_datetime_load_span(ctx, args[0], &a) ||
      !cs_datetime_load_span(ctx, args[1], &b))
    return CS_SLOW;
  return cs_datetime_make_span(
      ctx, (cs_span){a.days - b.days, a.s - b.s, a.us - b.us}, out);
}

CS_LEAF(span_neg) {
  cs_span a;
  if (!cs_datetime_load_span(ctx, args[0], &a)) return CS_SLOW;
  return cs_datetime_make_span(ctx, (cs_span){-a.days, -a.s, -a.us}, out);
}

CS_LEAF(span_abs) {
  cs_span a;
  if (!cs_datetime_load_span(ctx, args[0], &a)) return CS_SLOW;
  if (a.days < 0) a = (cs_span){-a.days, -a.s, -a.us};
  return cs_datetime_make_span(ctx, a, out);
}

CS_LEAF(span_mul) {
  cs_span a;
  if (!cs_datetime_load_span(ctx, args[0], &a) || !cs_is_int(args[1]))
    return CS_SLOW;
  int64_t k = cs_int_of(args[1]);
  if (k < -SPAN_MAX || k > SPAN_MAX) return CS_SLOW;
  return cs_datetime_make_span(ctx, (cs_span){a.days * k, a.s * k, a.us * k},
                               out);
}

static int64_t floor_div(int64_t a, int64_t b) {
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

CS_LEAF(span_floordiv) {
  int64_t a, b;
  if (!load_us(ctx, args[0], &a)) return CS_SLOW;
  if (load_us(ctx, args[1], &b) && b) {
    int64_t q = floor_div(a, b);
    return cs_int_new(ctx, q, out);
  }
  if (!cs_is_int(args[1]) || cs_int_of(args[1]) == 0) return CS_SLOW;
  return give_us(ctx, floor_div(a, cs_int_of(args[1])), out);
}

CS_LEAF(span_truediv) {
  int64_t a, b;
  if (!load_us(ctx, args[0], &a)) return CS_SLOW;
  if (load_us(ctx, args[1], &b) && b) {
    if (a <= -EXACT || a >= EXACT || b <= -EXACT || b >= EXACT) return CS_SLOW;
    CS_GIVE(cs_float((double)a / (double)b));
  }
  return CS_SLOW;
}

CS_LEAF(span_mod) {
  int64_t a, b;
  if (!load_us(ctx, args[0], &a) || !load_us(ctx, args[1], &b) || !b)
    return CS_SLOW;
  return give_us(ctx, a - floor_div(a, b) * b, out);
}

CS_LEAF(span_total) {
  int64_t us;
  if (!load_us(ctx, args[0], &us) || us <= -EXACT || us >= EXACT)
    return CS_SLOW;
  CS_GIVE(cs_float((double)us / 1e6));
}

CS_LEAF(span_bool) {
  cs_span a;
  if (!cs_datetime_load_span(ctx, args[0], &a)) return CS_SLOW;
  CS_GIVE(cs_bool(a.days || a.s || a.us));
}

CS_LEAF(span_hash) {
  int64_t us;
  if (!load_us(ctx, args[0], &us)) return CS_SLOW;
  return cs_int_new(ctx, us == -1 ? -2 : us, out);
}

static cs_status span_compare(cs_ctx *ctx, const cs_value *args, cs_cmp op,
                              cs_value *out) {
  cs_span a, b;
  if (!cs_datetime_load_span(ctx, args[0], &a) ||
      !cs_datetime_load_span(ctx, args[1], &b))
    return CS_SLOW;
  if (a.days != b.days) CS_GIVE(cs_bool(compared(op, a.days, b.days)));
  CS_GIVE(cs_bool(compared(op, a.s * 1000000 + a.us, b.s * 1000000 + b.us)));
}

/* --- date ---------------------------------------------------------------- */

static cs_status from_ordinal(cs_ctx *ctx, int64_t n, cs_value *out) {
  cs_stamp t;
  if (n < 1 || n > CS_DT_MAXORD)
    return cs_throw(ctx, CS_OverflowError, "date value out of range");
  cs_datetime_set_ordinal(&t, n);
  return cs_datetime_make_date(ctx, &t, out);
}

static int64_t ordinal_of(const cs_stamp *t) {
  return cs_datetime_ordinal(t->y, t->m, t->d);
}

CS_LEAF(date_add) {
  cs_stamp t;
  cs_span s;
  if (!cs_datetime_load_date(ctx, args[0], &t) ||
      !cs_datetime_load_span(ctx, args[1], &s))
    return CS_SLOW;
  return from_ordinal(ctx, ordinal_of(&t) + s.days, out);
}

CS_LEAF(date_sub) {
  cs_stamp t, u;
  cs_span s;
  if (!cs_datetime_load_date(ctx, args[0], &t)) return CS_SLOW;
  if (cs_datetime_load_span(ctx, args[1], &s))
    return from_ordinal(ctx, ordinal_of(&t) - s.days, out);
  if (!cs_datetime_load_date(ctx, args[1], &u)) return CS_SLOW;
  return cs_datetime_make_span(
      ctx, (cs_span){ordinal_of(&t) - ordinal_of(&u), 0, 0}, out);
}

static int64_t date_key(const cs_stamp *t) {
  return ((int64_t)t->y * 16 + t->m) * 32 + t->d;
}

static cs_status date_compare(cs_ctx *ctx, const cs_value *args, cs_cmp op,
                              cs_value *out) {
  cs_stamp a, b;
  if (!cs_datetime_load_date(ctx, args[0], &a) ||
      !cs_datetime_load_date(ctx, args[1], &b))
    return CS_SLOW;
  CS_GIVE(cs_bool(compared(op, date_key(&a), date_key(&b))));
}

CS_LEAF(date_hash) {
  cs_stamp t;
  if (!cs_datetime_load_date(ctx, args[0], &t)) return CS_SLOW;
  CS_GIVE(hash_of(date_key(&t)));
}

CS_LEAF(date_toordinal) {
  cs_stamp t;
  if (!cs_datetime_load_any(ctx, args[0], &t)) return CS_SLOW;
  CS_GIVE(cs_int(ordinal_of(&t)));
}

CS_LEAF(date_weekday) {
  cs_stamp t;
  if (!cs_datetime_load_any(ctx, args[0], &t)) return CS_SLOW;
  CS_GIVE(cs_int(cs_datetime_weekday(ordinal_of(&t))));
}

CS_LEAF(date_isoweekday) {
  cs_stamp t;
  if (!cs_datetime_load_any(ctx, args[0], &t)) return CS_SLOW;
  CS_GIVE(cs_int(cs_datetime_weekday(ordinal_of(&t)) + 1));
}

CS_LEAF(date_fromordinal) {
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DATE) || !cs_is_int(args[1]))
    return CS_SLOW;
  int64_t ordinal = cs_int_of(args[1]);
  if (ordinal < 1 || ordinal > CS_DT_MAXORD) return CS_SLOW;
  return from_ordinal(ctx, ordinal, out);
}

/* Replace `*field` by an argument, if there is one. */
static bool put(cs_value v, int64_t low, int64_t high, int32_t *field) {
  if (cs_is_unbound(v)) return true;
  if (!cs_is_int(v)) return false;
  int64_t i = cs_int_of(v);
  if (i < low || i > high) return false;
  *field = (int32_t)i;
  return true;
}

static bool put_date(const cs_value *args, cs_stamp *t) {
  return put(args[0], 1, 9999, &t->y) && put(args[1], 1, 12, &t->m) &&
         put(args[2], 1, 31, &t->d) && cs_datetime_valid_date(t->y, t->m, t->d);
}

CS_LEAF(date_replace) {
  cs_stamp t;
  if (!cs_datetime_load_date(ctx, args[0], &t) || !put_date(args + 1, &t))
    return CS_SLOW;
  return cs_datetime_make_date(ctx, &t, out);
}

/* --- datetime ------------------------------------------------------------ */

static cs_status shift(cs_ctx *ctx, const cs_value *args, int sign,
                       cs_value *out) {
  cs_stamp t;
  int64_t us;
  if (!cs_datetime_load(ctx, args[0], &t) || !load_us(ctx, args[1], &us))
    return CS_SLOW;
  return cs_datetime_make_wall(ctx, cs_datetime_wall(&t) + sign * us, t.tz,
                               out);
}

CS_LEAF(datetime_add) {
  return shift(ctx, args, 1, out);
}

/* Two datetimes on one scale; false when their zones need Python code. */
static bool same_scale(const cs_ctx *ctx, const cs_value *args, int64_t *a,
                       int64_t *b) {
  cs_stamp t, u;
  int64_t x, y;
  if (!cs_datetime_load(ctx, args[0], &t) ||
      !cs_datetime_load(ctx, args[1], &u))
    return false;
  *a = cs_datetime_wall(&t);
  *b = cs_datetime_wall(&u);
  if (cs_same(t.tz, u.tz)) return true;
  if (!cs_datetime_zone_us(ctx, t.tz, &x) ||
      !cs_datetime_zone_us(ctx, u.tz, &y))
    return false;
  *a -= x;
  *b -= y;
  return true;
}

CS_LEAF(datetime_sub) {
  int64_t a, b;
  if (same_scale(ctx, args, &a, &b)) return give_us(ctx, a - b, out);
  return shift(ctx, args, -1, out);
}

static cs_status datetime_compare(cs_ctx *ctx, const cs_value *args, cs_cmp op,
                                  cs_value *out) {
  int64_t a, b;
  if (!same_scale(ctx, args, &a, &b)) return CS_SLOW;
  CS_GIVE(cs_bool(compared(op, a, b)));
}

CS_LEAF(datetime_hash) {
  cs_stamp t;
  int64_t us = 0;
  if (!cs_datetime_load(ctx, args[0], &t)) return CS_SLOW;
  if (!cs_is_none(t.tz) && !cs_datetime_zone_us(ctx, t.tz, &us)) return CS_SLOW;
  return cs_int_new(ctx, cs_datetime_wall(&t) - us, out);
}

CS_LEAF(datetime_date) {
  cs_stamp t;
  if (!cs_datetime_load(ctx, args[0], &t)) return CS_SLOW;
  return cs_datetime_make_date(ctx, &t, out);
}

CS_LEAF(datetime_time) {
  cs_stamp t;
  if (!cs_datetime_load(ctx, args[0], &t)) return CS_SLOW;
  t.tz = CS_NONE;
  return cs_datetime_make_time(ctx, &t, out);
}

CS_LEAF(datetime_replace) {
  cs_stamp t;
  int64_t us;
  if (!cs_datetime_load(ctx, args[0], &t) || !put_date(args + 1, &t) ||
      !put(args[4], 0, 23, &t.h) || !put(args[5], 0, 59, &t.mi) ||
      !put(args[6], 0, 59, &t.s) || !put(args[7], 0, 999999, &t.us) ||
      !put(args[9], 0, 1, &t.fold))
    return CS_SLOW;
  if (!cs_is_unbound(args[8])) {
    t.tz = args[8];
    if (!cs_is_none(t.tz) && !cs_datetime_zone_us(ctx, t.tz, &us))
      return CS_SLOW;
  }
  return cs_datetime_make(ctx, &t, out);
}

CS_LEAF(datetime_combine) {
  cs_stamp t, c;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DATETIME) ||
      !cs_datetime_load_any(ctx, args[1], &t) ||
      !cs_datetime_load_time(ctx, args[2], &c) || !cs_is_unbound(args[3]))
    return CS_SLOW;
  c.y = t.y;
  c.m = t.m;
  c.d = t.d;
  return cs_datetime_make(ctx, &c, out);
}

/* Seconds since 1970 in a fixed zone. */
CS_LEAF(datetime_timestamp) {
  cs_stamp t;
  int64_t zone;
  if (!cs_datetime_load(ctx, args[0], &t) ||
      !cs_datetime_zone_us(ctx, t.tz, &zone))
    return CS_SLOW;
  int64_t us = cs_datetime_wall(&t) - CS_DT_EPOCH * CS_DT_DAY_US - zone;
  if (us <= -EXACT || us >= EXACT) {
    if (us % 1000000) return CS_SLOW;
    CS_GIVE(cs_float((double)(us / 1000000)));
  }
  CS_GIVE(cs_float((double)us / 1e6));
}

CS_LEAF(datetime_astimezone) {
  cs_stamp t;
  int64_t from, to;
  if (!cs_datetime_load(ctx, args[0], &t) ||
      !cs_datetime_zone_us(ctx, t.tz, &from) ||
      !cs_datetime_zone_us(ctx, args[1], &to))
    return CS_SLOW;
  if (cs_same(t.tz, args[1])) CS_GIVE(args[0]);
  int64_t utc = cs_datetime_wall(&t) - from;
  if (utc < CS_DT_DAY_US || utc >= (CS_DT_MAXORD + 1) * CS_DT_DAY_US)
    return CS_SLOW; /* out of range before it is shifted */
  return cs_datetime_make_wall(ctx, utc + to, args[1], out);
}

/* --- tables -------------------------------------------------------------- */

#define COMPARE(kind, name, op)                \
  CS_LEAF(kind##_##name) {                     \
    return kind##_compare(ctx, args, op, out); \
  }
#define COMPARES(kind)       \
  COMPARE(kind, eq, CS_C_EQ) \
  COMPARE(kind, lt, CS_C_LT) \
  COMPARE(kind, le, CS_C_LE) \
  COMPARE(kind, gt, CS_C_GT) \
  COMPARE(kind, ge, CS_C_GE)
COMPARES(span)
COMPARES(date)
COMPARES(datetime)
COMPARE(datetime, ne, CS_C_NE)

#define BINARY(owner, name, fn) \
  { owner, name, "($self, other, /)", fn }
#define PLAIN(owner, name, fn) \
  { owner, name, "($self, /)", fn }
/* A POSIX time in microseconds, between the years 1 and 9999. */
static bool posix_us(cs_value v, int64_t *us) {
  if (cs_is_int(v)) {
    int64_t s = cs_int_of(v);
    *us = s > -POSIX_MAX && s < POSIX_MAX ? s * 1000000 : 0;
    return *us || s == 0;
  }
  if (!cs_is_float(v)) return false;
  double d = cs_float_of(v);
  if (!(d > -(double)POSIX_MAX && d < (double)POSIX_MAX)) return false;
  double whole = trunc(d);
  *us = (int64_t)whole * 1000000 + (int64_t)rint((d - whole) * 1e6);
  return true;
}

static cs_status from_posix(cs_ctx *ctx, const cs_value *args, cs_value tz,
                            int64_t offset, cs_value *out) {
  int64_t us;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DATETIME) ||
      !posix_us(args[1], &us))
    return CS_SLOW;
  return cs_datetime_make_wall(ctx, us + offset + CS_DT_EPOCH * CS_DT_DAY_US,
                               tz, out);
}

/* fromtimestamp(cls, timestamp, tz) in a zone of constant distance */
CS_LEAF(datetime_fromtimestamp) {
  int64_t offset;
  if (!cs_datetime_zone_us(ctx, args[2], &offset)) return CS_SLOW;
  return from_posix(ctx, args, args[2], offset, out);
}

CS_LEAF(datetime_utcfromtimestamp) {
  return from_posix(ctx, args, CS_NONE, 0, out);
}

#define COMPARED(owner, kind)                                                 \
  BINARY(owner, "__eq__", kind##_eq), BINARY(owner, "__lt__", kind##_lt),     \
      BINARY(owner, "__le__", kind##_le), BINARY(owner, "__gt__", kind##_gt), \
      BINARY(owner, "__ge__", kind##_ge)

/* Ordinal of the Monday that begins ISO week 1 of a year. */
static int64_t iso_start(int64_t y) {
  int64_t first = cs_datetime_ordinal(y, 1, 1);
  int64_t weekday = cs_datetime_weekday(first);
  return first - weekday + (weekday > 3 ? 7 : 0);
}

/* iso_calendar(year, ordinal): ISO year, week and weekday of a day in `year` */
CS_LEAF(iso_calendar) {
  if (!cs_is_int(args[0]) || !cs_is_int(args[1])) return CS_SLOW;
  int64_t y = cs_int_of(args[0]), day = cs_int_of(args[1]);
  if (y < 2 || y > 9998 || day < 1 || day > CS_DT_MAXORD) return CS_SLOW;
  int64_t start = iso_start(y);
  if (day < start)
    start = iso_start(--y);
  else if (day - start >= 52 * 7 && day >= iso_start(y + 1))
    start = iso_start(++y);
  cs_value part[] = {cs_int(y), cs_int((day - start) / 7 + 1),
                     cs_int((day - start) % 7 + 1)};
  return cs_tuple_new(ctx, part, 3, out);
}

extern const cs_native_def cs_datetime_ops_natives[];
const cs_native_def cs_datetime_ops_natives[] = {
    {"._datetime", "iso_calendar", "(year, ordinal, /)", iso_calendar},
    COMPARED("._dt_timedelta", span),
    COMPARED("._dt_date", date),
    COMPARED("._dt_datetime", datetime),
    BINARY("._dt_datetime", "__ne__", datetime_ne),
    BINARY("._dt_timedelta", "__add__", span_add),
    BINARY("._dt_timedelta", "__radd__", span_add),
    BINARY("._dt_timedelta", "__sub__", span_sub),
    BINARY("._dt_timedelta", "__mul__", span_mul),
    BINARY("._dt_timedelta", "__rmul__", span_mul),
    BINARY("._dt_timedelta", "__floordiv__", span_floordiv),
    BINARY("._dt_timedelta", "__truediv__", span_truediv),
    BINARY("._dt_timedelta", "__mod__", span_mod),
    PLAIN("._dt_timedelta", "__neg__", span_neg),
    PLAIN("._dt_timedelta", "__abs__", span_abs),
    PLAIN("._dt_timedelta", "__bool__", span_bool),
    PLAIN("._dt_timedelta", "__hash__", span_hash),
    PLAIN("._dt_timedelta", "total_seconds", span_total),
    BINARY("._dt_date", "__add__", date_add),
    BINARY("._dt_date", "__radd__", date_add),
    BINARY("._dt_date", "__sub__", date_sub),
    PLAIN("._dt_date", "__hash__", date_hash),
    PLAIN("._dt_date", "toordinal", date_toordinal),
    PLAIN("._dt_date", "weekday", date_weekday),
    PLAIN("._dt_date", "isoweekday", date_isoweekday),
    {"._dt_date", "fromordinal", "(cls, ordinal, /)", date_fromordinal},
    {"._dt_date", "replace", "($self, year=None, month=None, day=None)",
     date_replace},
    BINARY("._dt_datetime", "__add__", datetime_add),
    BINARY("._dt_datetime", "__radd__", datetime_add),
    BINARY("._dt_datetime", "__sub__", datetime_sub),
    PLAIN("._dt_datetime", "__hash__", datetime_hash),
    PLAIN("._dt_datetime", "date", datetime_date),
    PLAIN("._dt_datetime", "time", datetime_time),
    PLAIN("._dt_datetime", "timestamp", datetime_timestamp),
    {"._dt_datetime", "fromtimestamp", "(cls, timestamp, tz=None)",
     datetime_fromtimestamp},
    {"._dt_datetime", "utcfromtimestamp", "(cls, timestamp, /)",
     datetime_utcfromtimestamp},
    {"._dt_datetime", "astimezone", "($self, tz=None)", datetime_astimezone},
    {"._dt_datetime", "combine", "(cls, date, time, tzinfo=None)",
     datetime_combine},
    {"._dt_datetime", "replace",
     "($self, year=None, month=None, day=None, hour=None, minute=None, "
     "second=None, microsecond=None, tzinfo=None, *, fold=None)",
     datetime_replace},
    CS_NATIVE_END};
