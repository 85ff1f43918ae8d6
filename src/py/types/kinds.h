/*
 * kinds.h - natives declare the kinds of their arguments.
 *
 *   CS_LEAF_TAKES(type_put, OWN_TYPE, STR, ANY) { ... }
 *
 * is CS_LEAF(type_put) whose body runs only when each argument has the kind
 * declared for it; else the caller gets a TypeError.  The prelude checks what
 * programs give it by class, with the texts of CPython, but a class can claim
 * anything, and a forged snapshot calls natives without the prelude.  Because
 * the check is a part of the function in the table, there is no way around it,
 * and because the compiler sees both it costs what a check by hand costs.
 *
 * Parameters beyond the kinds declared are ANY.  A native that takes *args
 * looks at its arguments by itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_KINDS_H
#define CS_PY_TYPES_KINDS_H

#include "py/heap/box.h"
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/type.h"

/* Absent, or None in its place. */
static inline bool cs_kind_absent(cs_value v) {
  return cs_is_unbound(v) || cs_is_none(v);
}

/* A tuple of objects of one layout. */
static inline bool cs_kind_holds(const cs_ctx *ctx, cs_value v,
                                 uint32_t layout) {
  if (!cs_is_tuple(v)) return false;
  for (uint32_t i = 0; i < cs_tuple_len(ctx, v); i++)
    if (!cs_is(cs_tuple_at(ctx, v, i), layout)) return false;
  return true;
}

/* A class that an object of `layout`, an iterator, may say it has: none whose
 * natives would read it as something else. */
static inline bool cs_kind_shows(const cs_ctx *ctx, cs_value v,
                                 uint32_t layout) {
  if (!cs_is_type(v)) return false;
  const cs_type *t = CS_PTR(ctx, cs_type, v);
  uint32_t of =
      (t->layout & 0xFF) == CS_L_INSTANCE ? t->layout >> 8 : t->layout & 0xFF;
  return (of == 0 || of == layout || of == CS_L_ITER) &&
         !(t->flags & (CS_TYPE_EXCEPTION | CS_TYPE_META));
}

#define CS_KIND(name, what, test)                                    \
  static inline bool cs_kind_##name(const cs_ctx *ctx, cs_value v) { \
    (void)ctx, (void)v;                                              \
    return test;                                                     \
  }
#include "py/types/kinds.def"
#undef CS_KIND

/* TypeError: argument `i` is not of `kind`. */
cs_status cs_kind_wrong(cs_ctx *ctx, uint32_t i, const char *kind,
                        cs_value v) CS_MUST_CHECK;

/* Tests find the natives that declared kinds, and prove that they check. */
typedef struct cs_kinds {
  cs_leaf *fn;
  const char *kinds;
} cs_kinds;
#ifdef NDEBUG
#define CS_KINDS_NOTE(name, text)
#else
#define CS_KINDS_NOTE(name, text)     \
  __attribute__((section("cs_kinds"), \
                 used)) static const cs_kinds name##_kinds = {name, text};
#endif

#define CS_KIND_1(i, k) \
  if (!cs_kind_##k(ctx, args[i])) return cs_kind_wrong(ctx, i, #k, args[i]);
#define CS_KINDS_1(i, a)                         CS_KIND_1(i, a)
#define CS_KINDS_2(i, a, ...)                    CS_KIND_1(i, a) CS_KINDS_1((i) + 1, __VA_ARGS__)
#define CS_KINDS_3(i, a, ...)                    CS_KIND_1(i, a) CS_KINDS_2((i) + 1, __VA_ARGS__)
#define CS_KINDS_4(i, a, ...)                    CS_KIND_1(i, a) CS_KINDS_3((i) + 1, __VA_ARGS__)
#define CS_KINDS_5(i, a, ...)                    CS_KIND_1(i, a) CS_KINDS_4((i) + 1, __VA_ARGS__)
#define CS_KINDS_6(i, a, ...)                    CS_KIND_1(i, a) CS_KINDS_5((i) + 1, __VA_ARGS__)
#define CS_KINDS_NTH(a, b, c, d, e, f, nth, ...) nth
#define CS_KINDS_ALL(...)                                                   \
  CS_KINDS_NTH(__VA_ARGS__, CS_KINDS_6, CS_KINDS_5, CS_KINDS_4, CS_KINDS_3, \
               CS_KINDS_2, CS_KINDS_1, )                                    \
  (0, __VA_ARGS__)

#define CS_LEAF_TAKES(name, ...)                                        \
  static cs_status name##_body(cs_ctx *ctx, cs_value *args, uint32_t n, \
                               cs_value *out);                          \
  static cs_status name(cs_ctx *ctx, cs_value *args, uint32_t n,        \
                        cs_value *out) {                                \
    CS_KINDS_ALL(__VA_ARGS__)                                           \
    return name##_body(ctx, args, n, out);                              \
  }                                                                     \
  CS_KINDS_NOTE(name, #__VA_ARGS__)                                     \
  CS_LEAF(name##_body)

#endif
