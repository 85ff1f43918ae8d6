/*
 * datetime.c - calendar, fields and construction of datetime's classes.
 *
 * Programs can write to the slots they should not know, so every field is
 * checked when it is read; a bad one sends the call to the twin in Python.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/datetime.h"

#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/type.h"

enum { D_DAY, D_MONTH, D_YEAR, D_SLOTS }; /* slots: sorted by name */
enum { S_DAYS, S_SECONDS, S_US, S_SLOTS };
enum { T_FOLD, T_HOUR, T_MINUTE, T_SECOND, T_TZ, T_US, T_SLOTS };
enum { Z_NAME, Z_OFFSET, Z_SLOTS };

/* --- calendar ------------------------------------------------------------ */

bool cs_datetime_is_leap(int64_t y) {
  return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
}

int32_t cs_datetime_month_days(int64_t y, int64_t m) {
  static const int8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return m == 2 && cs_datetime_is_leap(y) ? 29 : days[m - 1];
}

int64_t cs_datetime_ordinal(int64_t y, int64_t m, int64_t d) {
  static const int16_t before[] = {0,   31,  59,  90,  120, 151,
                                   181, 212, 243, 273, 304, 334};
  int64_t past = y - 1;
  return past * 365 + past / 4 - past / 100 + past / 400 + before[m - 1] +
         (m > 2 && cs_datetime_is_leap(y)) + d;
}

/* Years are counted from March, so that the leap day comes last. */
void cs_datetime_set_ordinal(cs_stamp *t, int64_t ordinal) {
  int64_t n = ordinal + 305; /* days since 0000-03-01 */
  int64_t era = n / 146097, in_era = n % 146097;
  int64_t year =
      (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  int64_t in_year = in_era - (365 * year + year / 4 - year / 100);
  int64_t month = (5 * in_year + 2) / 153;
  t->d = (int32_t)(in_year - (153 * month + 2) / 5 + 1);
  t->m = (int32_t)(month < 10 ? month + 3 : month - 9);
  t->y = (int32_t)(year + era * 400 + (t->m <= 2));
}

bool cs_datetime_valid_date(int64_t y, int64_t m, int64_t d) {
  return y >= 1 && y <= 9999 && m >= 1 && m <= 12 && d >= 1 &&
         d <= cs_datetime_month_days(y, m);
}

int64_t cs_datetime_wall(const cs_stamp *t) {
  int64_t days = cs_datetime_ordinal(t->y, t->m, t->d);
  int64_t s = ((days * 24 + t->h) * 60 + t->mi) * 60 + t->s;
  return s * 1000000 + t->us;
}

/* --- reading ------------------------------------------------------------- */

bool cs_datetime_is_class(const cs_ctx *ctx, cs_value v, uint32_t cls) {
  return cs_same(v, ctx->image->special[cls]);
}

/* Slots of an instance of exactly this class, else NULL. */
static cs_value *slots(const cs_ctx *ctx, cs_value v, uint32_t cls,
                       uint32_t n) {
  if (!cs_is(v, CS_L_INSTANCE)) return NULL;
  cs_instance *o = CS_PTR(ctx, cs_instance, v);
  cs_value want = ctx->image->special[cls];
  if (CS_AT(ctx, cs_shape, o->shape)->cls != cs_ref_off(want) ||
      !cs_is_type(want) ||
      o->h.units * 16u < offsetof(cs_instance, slot) + n * 8u)
    return NULL;
  return o->slot;
}

/* An int slot with a value of low..high. */
static bool field(cs_value v, int64_t low, int64_t high, int32_t *out) {
  if (!cs_is_int(v)) return false;
  int64_t i = cs_int_of(v);
  *out = (int32_t)i;
  return i >= low && i <= high;
}

static bool read_date(const cs_value *s, cs_stamp *t) {
  return field(s[D_YEAR], 1, 9999, &t->y) && field(s[D_MONTH], 1, 12, &t->m) &&
         field(s[D_DAY], 1, 31, &t->d);
}

static bool read_time(const cs_value *s, cs_stamp *t) {
  t->tz = s[T_TZ];
  return field(s[T_HOUR], 0, 23, &t->h) && field(s[T_MINUTE], 0, 59, &t->mi) &&
         field(s[T_SECOND], 0, 59, &t->s) &&
         field(s[T_US], 0, 999999, &t->us) && field(s[T_FOLD], 0, 1, &t->fold);
}

bool cs_datetime_load_date(const cs_ctx *ctx, cs_value v, cs_stamp *t) {
  const cs_value *s = slots(ctx, v, CS_CLS_DATE, D_SLOTS);
  *t = (cs_stamp){.tz = CS_NONE};
  return s && read_date(s, t);
}

bool cs_datetime_load(const cs_ctx *ctx, cs_value v, cs_stamp *t) {
  const cs_value *s = slots(ctx, v, CS_CLS_DATETIME, D_SLOTS + T_SLOTS);
  return s && read_date(s, t) && read_time(s + D_SLOTS, t);
}

bool cs_datetime_load_any(const cs_ctx *ctx, cs_value v, cs_stamp *t) {
  return cs_datetime_load_date(ctx, v, t) || cs_datetime_load(ctx, v, t);
}

bool cs_datetime_load_time(const cs_ctx *ctx, cs_value v, cs_stamp *t) {
  const cs_value *s = slots(ctx, v, CS_CLS_TIME, T_SLOTS);
  *t = (cs_stamp){.y = 1900, .m = 1, .d = 1, .tz = CS_NONE};
  return s && read_time(s, t);
}

bool cs_datetime_load_span(const cs_ctx *ctx, cs_value v, cs_span *span) {
  const cs_value *s = slots(ctx, v, CS_CLS_DELTA, S_SLOTS);
  int32_t days, seconds, us;
  if (!s || !field(s[S_DAYS], -999999999, 999999999, &days) ||
      !field(s[S_SECONDS], 0, 86399, &seconds) ||
      !field(s[S_US], 0, 999999, &us))
    return false;
  *span = (cs_span){days, seconds, us};
  return true;
}

bool cs_datetime_zone_us(const cs_ctx *ctx, cs_value tz, int64_t *us) {
  const cs_value *s = slots(ctx, tz, CS_CLS_ZONE, Z_SLOTS);
  cs_span span;
  if (!s || !cs_datetime_load_span(ctx, s[Z_OFFSET], &span)) return false;
  if (span.days < -1 || span.days > 0) return false;
  *us = (span.days * 86400 + span.s) * 1000000 + span.us;
  return true;
}

/* --- making -------------------------------------------------------------- */

/* A new instance, and where its slots are. */
static cs_status instance(cs_ctx *ctx, uint32_t cls, uint32_t n, cs_value **at,
                          cs_value *out) {
  cs_value type = ctx->image->special[cls];
  if (!cs_is_type(type)) return CS_SLOW;
  CS_TRY(cs_instance_new(ctx, cs_ref_off(type), out));
  *at = slots(ctx, *out, cls, n);
  return *at ? CS_OK : CS_SLOW;
}

static void write_date(cs_value *s, const cs_stamp *t) {
  s[D_YEAR] = cs_int(t->y);
  s[D_MONTH] = cs_int(t->m);
  s[D_DAY] = cs_int(t->d);
}

static void write_time(cs_value *s, const cs_stamp *t) {
  s[T_HOUR] = cs_int(t->h);
  s[T_MINUTE] = cs_int(t->mi);
  s[T_SECOND] = cs_int(t->s);
  s[T_US] = cs_int(t->us);
  s[T_TZ] = t->tz;
  s[T_FOLD] = cs_int(t->fold);
}

cs_status cs_datetime_make_date(cs_ctx *ctx, const cs_stamp *t, cs_value *out) {
  cs_value *s;
  CS_TRY(instance(ctx, CS_CLS_DATE, D_SLOTS, &s, out));
  write_date(s, t);
  return CS_OK;
}

cs_status cs_datetime_make(cs_ctx *ctx, const cs_stamp *t, cs_value *out) {
  cs_value *s;
  CS_TRY(instance(ctx, CS_CLS_DATETIME, D_SLOTS + T_SLOTS, &s, out));
  write_date(s, t);
  write_time(s + D_SLOTS, t);
  return CS_OK;
}

cs_status cs_datetime_make_time(cs_ctx *ctx, const cs_stamp *t, cs_value *out) {
  cs_value *s;
  CS_TRY(instance(ctx, CS_CLS_TIME, T_SLOTS, &s, out));
  write_time(s, t);
  return CS_OK;
}

/* v = quotient * by + rest, 0 <= rest; the quotient goes to `*up`. */
static int64_t carry(int64_t v, int64_t by, int64_t *up) {
  int64_t q = v / by, rest = v % by;
  if (rest < 0) {
    rest += by;
    q--;
  }
  *up += q;
  return rest;
}

cs_status cs_datetime_make_span(cs_ctx *ctx, cs_span v, cs_value *out) {
  cs_value *s;
  v.us = carry(v.us, 1000000, &v.s);
  v.s = carry(v.s, 86400, &v.days);
  if (v.days < -999999999 || v.days > 999999999) return CS_SLOW;
  CS_TRY(instance(ctx, CS_CLS_DELTA, S_SLOTS, &s, out));
  s[S_DAYS] = cs_int(v.days);
  s[S_SECONDS] = cs_int(v.s);
  s[S_US] = cs_int(v.us);
  return CS_OK;
}

cs_status cs_datetime_make_zone(cs_ctx *ctx, int64_t us, cs_value *out) {
  cs_value *s, span, name, type = ctx->image->special[CS_CLS_ZONE];
  if (!cs_is_type(type)) return CS_SLOW;
  if (us == 0) {
    CS_TRY(cs_str_intern_bytes(ctx, "utc", 3, &name));
    *out = cs_type_find(ctx, cs_ref_off(type), name);
    return slots(ctx, *out, CS_CLS_ZONE, Z_SLOTS) ? CS_OK : CS_SLOW;
  }
  CS_TRY(cs_datetime_make_span(ctx, (cs_span){0, 0, us}, &span));
  CS_TRY(instance(ctx, CS_CLS_ZONE, Z_SLOTS, &s, out));
  s[Z_NAME] = CS_NONE;
  s[Z_OFFSET] = span;
  return CS_OK;
}

cs_status cs_datetime_make_wall(cs_ctx *ctx, int64_t us, cs_value tz,
                                cs_value *out) {
  int64_t ordinal = 0;
  us = carry(us, CS_DT_DAY_US, &ordinal);
  if (ordinal < 1 || ordinal > CS_DT_MAXORD)
    return cs_throw(ctx, CS_OverflowError, "date value out of range");
  cs_stamp t = {.tz = tz};
  cs_datetime_set_ordinal(&t, ordinal);
  t.us = (int32_t)(us % 1000000);
  us /= 1000000;
  t.s = (int32_t)(us % 60);
  t.mi = (int32_t)(us / 60 % 60);
  t.h = (int32_t)(us / 3600);
  return cs_datetime_make(ctx, &t, out);
}

/* --- constructors -------------------------------------------------------- */

/* Argument as an int of low..high; absent ones are `dflt`. */
static bool number(cs_value v, int32_t dflt, int64_t low, int64_t high,
                   int32_t *out) {
  *out = dflt;
  return cs_is_unbound(v) || field(v, low, high, out);
}

static bool read_ymd(const cs_value *args, cs_stamp *t) {
  return field(args[0], 1, 9999, &t->y) && field(args[1], 1, 12, &t->m) &&
         field(args[2], 1, 31, &t->d) &&
         cs_datetime_valid_date(t->y, t->m, t->d);
}

static bool absent(const cs_value *args, uint32_t n) {
  while (n > 0 && cs_is_unbound(args[n - 1])) n--;
  return n == 0;
}

CS_LEAF(date_new) {
  cs_stamp t;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DATE)) return CS_SLOW;
  bool state = absent(args + 2, 2);
  if (state ? !cs_datetime_state_date(ctx, args[1], &t)
            : !read_ymd(args + 1, &t))
    return CS_SLOW;
  return cs_datetime_make_date(ctx, &t, out);
}

/* A time zone that needs no check. */
static bool known_zone(const cs_ctx *ctx, cs_value *tz) {
  int64_t us;
  if (cs_is_unbound(*tz)) *tz = CS_NONE;
  return cs_is_none(*tz) || cs_datetime_zone_us(ctx, *tz, &us);
}

static bool read_clock(const cs_ctx *ctx, const cs_value *args, cs_stamp *t) {
  t->tz = args[4];
  return number(args[0], 0, 0, 23, &t->h) &&
         number(args[1], 0, 0, 59, &t->mi) &&
         number(args[2], 0, 0, 59, &t->s) &&
         number(args[3], 0, 0, 999999, &t->us) && known_zone(ctx, &t->tz) &&
         number(args[5], 0, 0, 1, &t->fold);
}

CS_LEAF(datetime_new) {
  cs_stamp t;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DATETIME)) return CS_SLOW;
  if (absent(args + 3, 7)) {
    if (!cs_datetime_state(ctx, args[1], &t)) return CS_SLOW;
    t.tz = args[2];
    if (!known_zone(ctx, &t.tz)) return CS_SLOW;
  } else if (!read_ymd(args + 1, &t) || !read_clock(ctx, args + 4, &t)) {
    return CS_SLOW;
  }
  return cs_datetime_make(ctx, &t, out);
}

CS_LEAF(time_new) {
  cs_stamp t;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_TIME)) return CS_SLOW;
  if (absent(args + 3, 4) && cs_datetime_state_time(ctx, args[1], &t)) {
    t.tz = args[2];
    if (!known_zone(ctx, &t.tz)) return CS_SLOW;
  } else if (!read_clock(ctx, args + 1, &t)) {
    return CS_SLOW;
  }
  return cs_datetime_make_time(ctx, &t, out);
}

/* timedelta(days, seconds, microseconds, milliseconds, minutes, hours,
 * weeks): ints so small that no sum leaves 64 bits. */
CS_LEAF(span_new) {
  static const int64_t factor[] = {0,        1000000,    1, 1000,
                                   60000000, 3600000000, 0};
  int64_t days = 0, us = 0;
  if (!cs_datetime_is_class(ctx, args[0], CS_CLS_DELTA)) return CS_SLOW;
  for (uint32_t i = 0; i < 7; i++) {
    cs_value v = args[i + 1];
    if (cs_is_unbound(v)) continue;
    if (!cs_is_int(v)) return CS_SLOW;
    int64_t k = cs_int_of(v);
    if (k < -100000000 || k > 100000000) return CS_SLOW;
    if (factor[i])
      us += k * factor[i];
    else
      days += i == 0 ? k : 7 * k;
  }
  return cs_datetime_make_span(ctx, (cs_span){days, 0, us}, out);
}

/* _setup(timedelta, date, time, datetime, timezone): once, for the image */
CS_LEAF(setup) {
  if (!ctx->building)
    return cs_throw(ctx, CS_TypeError, "the image is built already");
  for (uint32_t i = 0; i < 5; i++)
    ctx->image->special[CS_CLS_DELTA + i] = args[i];
  CS_GIVE(CS_NONE);
}

/* _member(member, name, plain): read-only view of a slot under its public
 * name; `plain` decides what an attempt to set it is told */
CS_LEAF(member) {
  cs_off off;
  if (!ctx->building || !cs_is(args[0], CS_L_MEMBER))
    return cs_throw(ctx, CS_TypeError, "member and name expected");
  CS_TRY(cs_alloc(ctx, CS_L_MEMBER, sizeof(cs_member), &off));
  cs_member *m = CS_AT(ctx, cs_member, off);
  const cs_member *of = CS_PTR(ctx, cs_member, args[0]);
  m->h.flags = cs_is_true(args[2]) ? 1 : 3;
  m->owner = of->owner;
  m->slot = of->slot;
  m->name = args[1];
  CS_GIVE(cs_ref(CS_L_MEMBER, off));
}

extern const cs_native_def cs_datetime_natives[];
const cs_native_def cs_datetime_natives[] = {
    {"._datetime", "_setup", "(timedelta, date, time, datetime, timezone, /)",
     setup},
    {"._datetime", "_member", "(member, name, plain, /)", member},
    {"._dt_date", "__new__", "(cls, year=None, month=None, day=None)",
     date_new},
    {"._dt_datetime", "__new__",
     "(cls, year=None, month=None, day=None, hour=0, minute=0, second=0, "
     "microsecond=0, tzinfo=None, *, fold=0)",
     datetime_new},
    {"._dt_time", "__new__",
     "(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, "
     "fold=0)",
     time_new},
    {"._dt_timedelta", "__new__",
     "(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, "
     "hours=0, weeks=0)",
     span_new},
    CS_NATIVE_END};
