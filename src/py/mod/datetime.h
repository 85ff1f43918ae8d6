/*
 * datetime.h - dates, times and durations as C sees them.
 *
 * The classes are the prelude's (prelude/lib/datetime.py) and keep small ints
 * in slots.  Natives work on instances of exactly these classes; everything
 * else, subclasses and odd arguments included, is left to the twin.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_DATETIME_H
#define CS_PY_MOD_DATETIME_H

#include "py/heap/ctx.h"

#define CS_DT_MAXORD INT64_C(3652059) /* ordinal of 9999-12-31 */
#define CS_DT_EPOCH  INT64_C(719163)  /* ordinal of 1970-01-01 */
#define CS_DT_DAY_US INT64_C(86400000000)

typedef struct cs_stamp { /* checked fields */
  int32_t y, m, d, h, mi, s, us, fold;
  cs_value tz;
} cs_stamp;

typedef struct cs_span { /* 0 <= s < 86400, 0 <= us < 10**6 */
  int64_t days, s, us;
} cs_span;

/* --- calendar ------------------------------------------------------------ */

bool cs_datetime_is_leap(int64_t y);
/* Of a month 1..12. */
int32_t cs_datetime_month_days(int64_t y, int64_t m);
/* Day number of a valid date; 0001-01-01 is 1. */
int64_t cs_datetime_ordinal(int64_t y, int64_t m, int64_t d);
/* The date of an ordinal 1..CS_DT_MAXORD. */
void cs_datetime_set_ordinal(cs_stamp *t, int64_t ordinal);
bool cs_datetime_valid_date(int64_t y, int64_t m, int64_t d);
/* Monday is 0. */
static inline int64_t cs_datetime_weekday(int64_t ordinal) {
  return (ordinal + 6) % 7;
}
/* Microseconds since 0001-01-01, by the clock on the wall. */
int64_t cs_datetime_wall(const cs_stamp *t);

/* --- values: false unless exactly of the class and well formed ----------- */

bool cs_datetime_load_date(const cs_ctx *ctx, cs_value v, cs_stamp *t);
bool cs_datetime_load(const cs_ctx *ctx, cs_value v, cs_stamp *t);
/* A date or a datetime. */
bool cs_datetime_load_any(const cs_ctx *ctx, cs_value v, cs_stamp *t);
bool cs_datetime_load_time(const cs_ctx *ctx, cs_value v, cs_stamp *t);
bool cs_datetime_load_span(const cs_ctx *ctx, cs_value v, cs_span *s);
/* Offset of a datetime.timezone in microseconds. */
bool cs_datetime_zone_us(const cs_ctx *ctx, cs_value tz, int64_t *us);
/* The same from what a pickle holds (datetime_state.c); fold=1 is left out. */
bool cs_datetime_state_date(const cs_ctx *ctx, cs_value v, cs_stamp *t);
bool cs_datetime_state(const cs_ctx *ctx, cs_value v, cs_stamp *t);
bool cs_datetime_state_time(const cs_ctx *ctx, cs_value v, cs_stamp *t);
/* Is `v` this class itself: CS_CLS_DATE, CS_CLS_DATETIME ...? */
bool cs_datetime_is_class(const cs_ctx *ctx, cs_value v, uint32_t cls);

cs_status cs_datetime_make_date(cs_ctx *ctx, const cs_stamp *t,
                                cs_value *out) CS_MUST_CHECK;
cs_status cs_datetime_make(cs_ctx *ctx, const cs_stamp *t,
                           cs_value *out) CS_MUST_CHECK;
cs_status cs_datetime_make_time(cs_ctx *ctx, const cs_stamp *t,
                                cs_value *out) CS_MUST_CHECK;
/* Normalises; CS_SLOW when the days leave their range. */
cs_status cs_datetime_make_span(cs_ctx *ctx, cs_span s,
                                cs_value *out) CS_MUST_CHECK;
/* The time zone at this distance from UTC in microseconds: under 24 hours. */
cs_status cs_datetime_make_zone(cs_ctx *ctx, int64_t us,
                                cs_value *out) CS_MUST_CHECK;
/* The datetime at these microseconds since 0001-01-01; OverflowError. */
cs_status cs_datetime_make_wall(cs_ctx *ctx, int64_t us, cs_value tz,
                                cs_value *out) CS_MUST_CHECK;

#endif
