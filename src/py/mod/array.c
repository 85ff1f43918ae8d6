/*
 * array.c - the hot methods of array.array.
 *
 * The class is the prelude's; its instances keep the type code and a list of
 * items, which are numbers of the machine type already.  Whatever does not look
 * as expected, and every value that does not fit, goes to Python code.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <float.h>
#include <math.h>

#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/types/leaf.h"
#include "py/types/type.h"

enum { CODE, ITEMS, SLOTS }; /* sorted by name */

/* The type code and the list of `self`; false unless everything is as the class
 * keeps it. */
static bool open_array(const cs_ctx *ctx, cs_value self, char *code,
                       cs_value *items) {
  if (!cs_is_instance(self) || cs_is_frozen(ctx, self)) return false;
  const cs_instance *o = CS_PTR(ctx, cs_instance, self);
  if (o->h.units * 16u < offsetof(cs_instance, slot) + SLOTS * 8u) return false;
  uint32_t len;
  if (!cs_is_str(o->slot[CODE]) || !cs_is_list(o->slot[ITEMS]) ||
      cs_is_frozen(ctx, o->slot[ITEMS]))
    return false;
  const char *text = cs_str_data(ctx, o->slot[CODE], &len);
  if (len != 1) return false;
  *code = *text;
  *items = o->slot[ITEMS];
  return true;
}

/* The greatest and the least value of an integer type; those of Q beyond an
 * int64_t are the fallback's. */
static bool range_of(char code, int64_t *low, int64_t *high) {
  uint32_t bits;
  switch (code) {
    case 'b':
    case 'B': bits = 8; break;
    case 'h':
    case 'H': bits = 16; break;
    case 'i':
    case 'I': bits = 32; break;
    case 'l':
    case 'q':
    case 'L':
    case 'Q': bits = 64; break;
    default: return false;
  }
  bool is_unsigned = code < 'a';
  if (is_unsigned && bits < 64) {
    *low = 0;
    *high = ((int64_t)1 << bits) - 1;
  } else {
    *high = INT64_MAX >> (64 - bits);
    *low = is_unsigned ? 0 : -*high - 1;
  }
  return true;
}

static bool as_float(cs_value *v, bool narrow) {
  double d;
  if (cs_is_float(*v))
    d = cs_float_of(*v);
  else if (cs_is_int(*v))
    d = (double)cs_int_of(*v);
  else
    return false;
  if (narrow) {
    if (isfinite(d) && fabs(d) > (double)FLT_MAX) return false;
    d = (double)(float)d;
  }
  *v = cs_float(d);
  return true;
}

/* Make `v` an item of the type; false: the twin decides. */
static bool fit(const cs_ctx *ctx, char code, cs_value *v) {
  int64_t low, high, n;
  if (code == 'd' || code == 'f') return as_float(v, code == 'f');
  if (!range_of(code, &low, &high) || cs_is_bool(*v) || !cs_is_anyint(*v))
    return false;
  return cs_int_as_i64(ctx, *v, &n) && n >= low && n <= high;
}

CS_LEAF_TAKES(array_getitem, ANY, ANY) {
  char code;
  cs_value list;
  if (!cs_is_int(args[1]) || !open_array(ctx, args[0], &code, &list))
    return CS_SLOW;
  int64_t i = cs_int_of(args[1]);
  uint32_t count = cs_list_len(ctx, list);
  if (i < 0) i += count;
  if (i < 0 || i >= count)
    return cs_throw(ctx, CS_IndexError, "array index out of range");
  CS_GIVE(cs_list_at(ctx, list, (uint32_t)i));
}

CS_LEAF_TAKES(array_setitem, ANY, ANY, ANY) {
  char code;
  cs_value list, v = args[2];
  *out = CS_NONE;
  if (!cs_is_int(args[1]) || !open_array(ctx, args[0], &code, &list) ||
      !fit(ctx, code, &v))
    return CS_SLOW;
  int64_t i = cs_int_of(args[1]);
  uint32_t count = cs_list_len(ctx, list);
  if (i < 0) i += count;
  if (i < 0 || i >= count)
    return cs_throw(ctx, CS_IndexError, "array assignment index out of range");
  cs_list_items(ctx, list)[i] = v;
  return CS_OK;
}

CS_LEAF_TAKES(array_append, ANY, ANY) {
  char code;
  cs_value list, v = args[1];
  *out = CS_NONE;
  if (!open_array(ctx, args[0], &code, &list) || !fit(ctx, code, &v))
    return CS_SLOW;
  return cs_list_append(ctx, list, v);
}

CS_LEAF_TAKES(array_len, ANY) {
  char code;
  cs_value list;
  if (!open_array(ctx, args[0], &code, &list)) return CS_SLOW;
  CS_GIVE(cs_int(cs_list_len(ctx, list)));
}

/* fitted(code, items): a new list of the items as the type has them. */
CS_LEAF_TAKES(array_fitted, STR, ANY) {
  cs_value *from;
  uint32_t count, len;
  const char *code = cs_str_data(ctx, args[0], &len);
  if (len != 1 || !cs_seq_items(ctx, args[1], &from, &count)) return CS_SLOW;
  cs_charge(ctx, count / 4);
  CS_TRY(cs_list_new(ctx, NULL, count, out));
  if (!cs_seq_items(ctx, args[1], &from, &count)) return CS_SLOW;
  cs_value *to = count ? cs_list_items(ctx, *out) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    to[i] = from[i];
    if (!fit(ctx, *code, &to[i])) return CS_SLOW;
  }
  return CS_OK;
}

extern const cs_native_def cs_array_natives[];
const cs_native_def cs_array_natives[] = {
    {"._array", "__getitem__", "($self, key, /)", array_getitem},
    {"._array", "__setitem__", "($self, key, value, /)", array_setitem},
    {"._array", "append", "($self, v, /)", array_append},
    {"._array", "__len__", "($self, /)", array_len},
    {"._array", "fitted", "(code, items, /)", array_fitted},
    CS_NATIVE_END};
