/*
 * datetime_state.c - what pickles hold of dates and times.
 *
 * A state is bytes: two of the year, month, day; hour, minute, second, three
 * of the microseconds.  The highest bit of the month (of the hour, in a time)
 * says fold=1.  A time zone is a second argument.
 *
 * Only exact dates and times are taken apart here; classes derived from them
 * and states that are not valid are left to the methods of the prelude.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/mod/datetime.h"
#include "py/types/bytes.h"
#include "py/types/kinds.h"
#include "py/types/leaf.h"
#include "py/types/type.h"

#define FOLD 0x80u

static void put_day(uint8_t *to, const cs_stamp *t) {
  to[0] = (uint8_t)(t->y >> 8);
  to[1] = (uint8_t)t->y;
  to[2] = (uint8_t)t->m;
  to[3] = (uint8_t)t->d;
}

static void put_clock(uint8_t *to, const cs_stamp *t) {
  to[0] = (uint8_t)t->h;
  to[1] = (uint8_t)t->mi;
  to[2] = (uint8_t)t->s;
  to[3] = (uint8_t)(t->us >> 16);
  to[4] = (uint8_t)(t->us >> 8);
  to[5] = (uint8_t)t->us;
}

/* (class, (state,)) or (class, (state, tz)) */
static cs_status reduced(cs_ctx *ctx, cs_value obj, const uint8_t *state,
                         uint32_t len, cs_value tz, cs_value *out) {
  cs_value args[2] = {CS_NONE, tz};
  cs_value parts[2] = {cs_ref(CS_L_TYPE, cs_class_of(ctx, obj))};
  CS_TRY(cs_bytes_new(ctx, CS_L_BYTES, state, len, &args[0]));
  CS_TRY(cs_tuple_new(ctx, args, cs_is_none(tz) ? 1 : 2, &parts[1]));
  return cs_tuple_new(ctx, parts, 2, out);
}

/* Does this protocol know about fold? */
static bool protocol(cs_value v, bool *folds) {
  *folds = cs_is_int(v) && cs_int_of(v) > 3;
  return cs_is_int(v);
}

CS_LEAF_TAKES(date_reduce, ANY) {
  cs_stamp t;
  uint8_t state[4];
  if (!cs_datetime_load_date(ctx, args[0], &t)) return CS_SLOW;
  put_day(state, &t);
  return reduced(ctx, args[0], state, sizeof state, CS_NONE, out);
}

CS_LEAF_TAKES(datetime_reduce_ex, ANY, ANY) {
  cs_stamp t;
  uint8_t state[10];
  bool folds;
  if (!protocol(args[1], &folds) || !cs_datetime_load(ctx, args[0], &t))
    return CS_SLOW;
  put_day(state, &t);
  put_clock(state + 4, &t);
  if (folds && t.fold) state[2] |= FOLD;
  return reduced(ctx, args[0], state, sizeof state, t.tz, out);
}

CS_LEAF_TAKES(time_reduce_ex, ANY, ANY) {
  cs_stamp t;
  uint8_t state[6];
  bool folds;
  if (!protocol(args[1], &folds) || !cs_datetime_load_time(ctx, args[0], &t))
    return CS_SLOW;
  put_clock(state, &t);
  if (folds && t.fold) state[0] |= FOLD;
  return reduced(ctx, args[0], state, sizeof state, t.tz, out);
}

/* --- reading ------------------------------------------------------------- */

static const uint8_t *state_of(const cs_ctx *ctx, cs_value v, uint32_t size) {
  if (!cs_is(v, CS_L_BYTES)) return NULL;
  const cs_bytes *b = CS_PTR(ctx, cs_bytes, v);
  return b->len == size ? b->data : NULL;
}

static bool take_day(const uint8_t *s, cs_stamp *t) {
  t->y = s[0] << 8 | s[1];
  t->m = s[2];
  t->d = s[3];
  return t->y >= 1 && t->y <= 9999 && t->m >= 1 && t->m <= 12 && t->d >= 1 &&
         cs_datetime_valid_date(t->y, t->m, t->d);
}

static bool take_clock(const uint8_t *s, cs_stamp *t) {
  t->h = s[0];
  t->mi = s[1];
  t->s = s[2];
  t->us = s[3] << 16 | s[4] << 8 | s[5];
  return t->h < 24 && t->mi < 60 && t->s < 60 && t->us < 1000000;
}

bool cs_datetime_state_date(const cs_ctx *ctx, cs_value v, cs_stamp *t) {
  const uint8_t *s = state_of(ctx, v, 4);
  *t = (cs_stamp){.tz = CS_NONE};
  return s && take_day(s, t);
}

bool cs_datetime_state(const cs_ctx *ctx, cs_value v, cs_stamp *t) {
  const uint8_t *s = state_of(ctx, v, 10);
  *t = (cs_stamp){.tz = CS_NONE};
  return s && take_day(s, t) && take_clock(s + 4, t);
}

bool cs_datetime_state_time(const cs_ctx *ctx, cs_value v, cs_stamp *t) {
  const uint8_t *s = state_of(ctx, v, 6);
  *t = (cs_stamp){.tz = CS_NONE};
  return s && take_clock(s, t);
}

extern const cs_native_def cs_datetime_state_natives[];
const cs_native_def cs_datetime_state_natives[] = {
    {"._dt_date", "__reduce__", "($self, /)", date_reduce},
    {"._dt_datetime", "__reduce_ex__", "($self, protocol, /)",
     datetime_reduce_ex},
    {"._dt_time", "__reduce_ex__", "($self, protocol, /)", time_reduce_ex},
    CS_NATIVE_END};
