/*
 * decimal.c - everyday decimal numbers: what fits a machine word.
 *
 * A Decimal of the prelude (prelude/lib/decimal.py) has four slots: sign,
 * coefficient, exponent, kind.  Here operands are finite, with coefficients
 * that are small ints and exponents near zero, and results are exact within
 * the context's precision; such results signal nothing.  The one signal that
 * is set here is that quantize() rounded.  Everything else is the twins' work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/decimal.h"

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/types/leaf.h"
#include "py/types/type.h"

__extension__ typedef __int128 wide;

#define EXP_MAX    200                /* magnitude of an exponent here */
#define EXP_FAR    (INT64_C(1) << 40) /* and in decimal_huge.c */
#define SHIFT_MAX  CS_DECIMAL_SHIFT
#define MOST       CS_DECIMAL_MOST
#define EMAX_LEAST 1000 /* contexts with less range are the prelude's */

enum { SLOT_C, SLOT_E, SLOT_K, SLOT_S, SLOTS }; /* sorted by name */
enum {
  CTX_EMAX,
  CTX_EMIN,
  CTX_CAPITALS,
  CTX_CLAMP,
  CTX_FLAGS,
  CTX_PREC,
  CTX_ROUNDING,
  CTX_TRAPS,
  CTX_SLOTS
};
enum { INEXACT = 1024, ROUNDED = 2048 };

typedef cs_decimal number;

/* 10**n, 0 <= n <= SHIFT_MAX */
static int64_t ten(int64_t n) {
  static const int64_t power[] = {1,
                                  10,
                                  100,
                                  1000,
                                  10000,
                                  100000,
                                  1000000,
                                  10000000,
                                  100000000,
                                  1000000000,
                                  10000000000,
                                  100000000000,
                                  1000000000000,
                                  10000000000000,
                                  100000000000000,
                                  1000000000000000,
                                  10000000000000000,
                                  100000000000000000,
                                  1000000000000000000};
  return power[n];
}

static cs_instance *slots_of(const cs_ctx *ctx, cs_value v, uint32_t slots) {
  if (!cs_is_instance(v)) return NULL;
  cs_instance *o = CS_PTR(ctx, cs_instance, v);
  bool fits = o->h.units * 16u >= offsetof(cs_instance, slot) + slots * 8u;
  return fits ? o : NULL;
}

/* --- operands ------------------------------------------------------------ */

/* Is it exactly a Decimal?  Methods get instances of that class, which is part
 * of the image, or of one derived from it, which is not. */
static bool is_decimal(cs_ctx *ctx, cs_value v) {
  return cs_is_instance(v) && cs_class_of(ctx, v) < CS_IMAGE_END;
}

static bool read_slots(cs_ctx *ctx, cs_value v, number *out) {
  const cs_instance *o = slots_of(ctx, v, SLOTS);
  if (!o || !cs_is_int(o->slot[SLOT_C]) || !cs_is_int(o->slot[SLOT_E]) ||
      !cs_same(o->slot[SLOT_K], cs_int(0)) || !cs_is_int(o->slot[SLOT_S]))
    return false;
  *out = (number){cs_int_of(o->slot[SLOT_C]), cs_int_of(o->slot[SLOT_E]),
                  cs_int_of(o->slot[SLOT_S]) != 0};
  return out->c >= 0 && out->c < MOST && out->e >= -EXP_MAX &&
         out->e <= EXP_MAX;
}

/* `v` beside the Decimal `self`: one of its class, or an int. */
static bool read_other(cs_ctx *ctx, cs_value self, cs_value v, number *out) {
  if (cs_is_int(v)) {
    int64_t i = cs_int_of(v);
    *out = (number){i < 0 ? -i : i, 0, i < 0};
    return out->c < MOST;
  }
  return cs_is_instance(v) && cs_class_of(ctx, v) == cs_class_of(ctx, self) &&
         read_slots(ctx, v, out);
}

static bool read_pair(cs_ctx *ctx, const cs_value *args, number *a, number *b) {
  return is_decimal(ctx, args[0]) && read_slots(ctx, args[0], a) &&
         read_other(ctx, args[0], args[1], b);
}

/* The same exponent for both; false if a coefficient gets too long. */
static bool align(const number *a, const number *b, wide *x, wide *y) {
  int64_t d = a->e - b->e;
  if (d > SHIFT_MAX || d < -SHIFT_MAX) return false;
  *x = (wide)a->c * (d > 0 ? ten(d) : 1);
  *y = (wide)b->c * (d < 0 ? ten(-d) : 1);
  return true;
}

/* --- the context --------------------------------------------------------- */

/* The slots of the context in force, or NULL: the prelude makes it on first
 * use. */
static cs_instance *find_context(cs_ctx *ctx) {
  cs_value state = cs_root_get(ctx, CS_ROOT_STATE);
  if (!cs_is_dict(state)) return NULL;
  cs_value v = cs_dict_get_name(ctx, state, cs_known(ctx, CS_N_decimal));
  const cs_instance *holder = slots_of(ctx, v, 1);
  if (!holder || !cs_is_ref(holder->slot[0]) ||
      cs_is_frozen(ctx, holder->slot[0]))
    return NULL;
  return slots_of(ctx, holder->slot[0], CTX_SLOTS);
}

/* An int of the context; the greatest precision and range are no small ints. */
static bool number_of(const cs_ctx *ctx, cs_value v, int64_t *out) {
  return cs_is_anyint(v) && cs_int_as_i64(ctx, v, out);
}

/* Can a context hold every result that comes about here?  `*prec`: its
 * precision, at most 18. */
static bool usable(const cs_ctx *ctx, const cs_instance *o, int64_t *prec) {
  int64_t emax, emin, p;
  *prec = SHIFT_MAX;
  if (!o || !number_of(ctx, o->slot[CTX_EMAX], &emax) || emax < EMAX_LEAST ||
      !number_of(ctx, o->slot[CTX_EMIN], &emin) || emin > -EMAX_LEAST ||
      !cs_same(o->slot[CTX_CLAMP], cs_int(0)) ||
      !number_of(ctx, o->slot[CTX_PREC], &p) || p < 1)
    return false;
  if (p < SHIFT_MAX) *prec = p;
  return true;
}

/* --- results ------------------------------------------------------------- */

/* A new Decimal, if the context takes the coefficient as it is. */
static cs_status give(cs_ctx *ctx, cs_value like, bool s, wide c, int64_t e,
                      cs_value *out) {
  int64_t prec;
  if (c >= MOST || e < -EXP_MAX || e > EXP_MAX) return CS_SLOW;
  if (!usable(ctx, find_context(ctx), &prec) || c >= ten(prec)) return CS_SLOW;
  CS_TRY(cs_instance_new(ctx, cs_class_of(ctx, like), out));
  cs_instance *o = slots_of(ctx, *out, SLOTS);
  if (!o) return CS_SLOW;
  o->slot[SLOT_C] = cs_int((int64_t)c);
  o->slot[SLOT_E] = cs_int(e);
  o->slot[SLOT_K] = cs_int(0);
  o->slot[SLOT_S] = cs_int(s);
  return CS_OK;
}

static cs_status add(cs_ctx *ctx, cs_value like, const number *a,
                     const number *b, cs_value *out) {
  wide x, y;
  if (!align(a, b, &x, &y)) return CS_SLOW;
  int64_t e = a->e < b->e ? a->e : b->e;
  if (a->s == b->s) return give(ctx, like, a->s, x + y, e, out);
  if (x == y) return CS_SLOW; /* the sign of zero depends on the rounding */
  return x > y ? give(ctx, like, a->s, x - y, e, out)
               : give(ctx, like, b->s, y - x, e, out);
}

/* `op` as in cs_decimal_wide_op, which gets what does not fit here. */
static cs_status sum(cs_ctx *ctx, char op, const cs_value *args,
                     cs_value *out) {
  number a, b;
  cs_status st = CS_SLOW;
  if (read_pair(ctx, args, &a, &b)) {
    if (op == '-') b.s = !b.s;
    if (op == '~') a.s = !a.s;
    st = add(ctx, args[0], &a, &b, out);
  }
  return st == CS_SLOW ? cs_decimal_wide_op(ctx, op, args, out) : st;
}

CS_LEAF(decimal_add) {
  return sum(ctx, '+', args, out);
}

CS_LEAF(decimal_sub) {
  return sum(ctx, '-', args, out);
}

CS_LEAF(decimal_rsub) {
  return sum(ctx, '~', args, out);
}

CS_LEAF(decimal_mul) {
  number a, b;
  cs_status st = CS_SLOW;
  if (read_pair(ctx, args, &a, &b))
    st = give(ctx, args[0], a.s != b.s, (wide)a.c * b.c, a.e + b.e, out);
  return st == CS_SLOW ? cs_decimal_wide_op(ctx, '*', args, out) : st;
}

/* --- for decimal_more.c -------------------------------------------------- */

int64_t cs_decimal_ten(int64_t n) {
  return ten(n);
}

bool cs_decimal_read(cs_ctx *ctx, cs_value v, cs_decimal *out) {
  return is_decimal(ctx, v) && read_slots(ctx, v, out);
}

bool cs_decimal_read_pair(cs_ctx *ctx, const cs_value *args, cs_decimal *a,
                          cs_decimal *b) {
  return read_pair(ctx, args, a, b);
}

bool cs_decimal_align(const cs_decimal *a, const cs_decimal *b,
                      cs_decimal_wide *x, cs_decimal_wide *y) {
  wide p, q;
  if (!align(a, b, &p, &q)) return false;
  *x = (cs_decimal_wide)p;
  *y = (cs_decimal_wide)q;
  return true;
}

cs_status cs_decimal_give(cs_ctx *ctx, cs_value like, bool s, int64_t c,
                          int64_t e, cs_value *out) {
  return give(ctx, like, s, c, e, out);
}

cs_status cs_decimal_put(cs_ctx *ctx, cs_value like, bool s, cs_value c,
                         int64_t e, cs_value *out) {
  if (e < -EXP_FAR || e > EXP_FAR) return CS_SLOW;
  CS_TRY(cs_instance_new(ctx, cs_class_of(ctx, like), out));
  cs_instance *o = slots_of(ctx, *out, SLOTS);
  if (!o) return CS_SLOW;
  o->slot[SLOT_C] = c;
  o->slot[SLOT_E] = cs_int(e);
  o->slot[SLOT_K] = cs_int(0);
  o->slot[SLOT_S] = cs_int(s);
  return CS_OK;
}

bool cs_decimal_half_even(cs_ctx *ctx, int64_t *prec) {
  const cs_instance *o = find_context(ctx);
  if (!usable(ctx, o, prec) || !cs_is_str(o->slot[CTX_ROUNDING]) ||
      !cs_str_eq_c(ctx, o->slot[CTX_ROUNDING], "ROUND_HALF_EVEN") ||
      !cs_is_int(o->slot[CTX_FLAGS]) || !cs_is_int(o->slot[CTX_TRAPS]) ||
      cs_int_of(o->slot[CTX_TRAPS]) & (ROUNDED | INEXACT))
    return false;
  return number_of(ctx, o->slot[CTX_PREC], prec);
}

void cs_decimal_flag(cs_value *flags, bool inexact) {
  int64_t all = cs_int_of(*flags) | ROUNDED;
  *flags = cs_int(inexact ? all | INEXACT : all);
}

cs_status cs_decimal_rounded(cs_ctx *ctx, bool inexact) {
  cs_instance *o = find_context(ctx);
  if (!o || !cs_is_int(o->slot[CTX_FLAGS])) return CS_SLOW;
  cs_decimal_flag(&o->slot[CTX_FLAGS], inexact);
  return CS_OK;
}

/* --- for decimal_wide.c -------------------------------------------------- */

bool cs_decimal_slots(cs_ctx *ctx, cs_value v, cs_value *c, int64_t *e,
                      bool *s) {
  const cs_instance *o = is_decimal(ctx, v) ? slots_of(ctx, v, SLOTS) : NULL;
  if (!o || !cs_is_anyint(o->slot[SLOT_C]) || !cs_is_int(o->slot[SLOT_E]) ||
      !cs_same(o->slot[SLOT_K], cs_int(0)) || !cs_is_int(o->slot[SLOT_S]))
    return false;
  *c = o->slot[SLOT_C];
  *e = cs_int_of(o->slot[SLOT_E]);
  *s = cs_int_of(o->slot[SLOT_S]) != 0;
  return *e >= -EXP_FAR && *e <= EXP_FAR;
}

bool cs_decimal_same_class(cs_ctx *ctx, cs_value a, cs_value b) {
  return cs_is_instance(b) && cs_class_of(ctx, a) == cs_class_of(ctx, b);
}

/* ROUND_05UP, which nobody uses, is the prelude's. */
static bool find_mode(cs_ctx *ctx, cs_value rounding, cs_decimal_mode *out) {
  static const char *const name[] = {[CS_DECIMAL_HALF_EVEN] = "ROUND_HALF_EVEN",
                                     [CS_DECIMAL_HALF_UP] = "ROUND_HALF_UP",
                                     [CS_DECIMAL_HALF_DOWN] = "ROUND_HALF_DOWN",
                                     [CS_DECIMAL_UP] = "ROUND_UP",
                                     [CS_DECIMAL_DOWN] = "ROUND_DOWN",
                                     [CS_DECIMAL_CEILING] = "ROUND_CEILING",
                                     [CS_DECIMAL_FLOOR] = "ROUND_FLOOR"};
  if (!cs_is_str(rounding)) return false;
  for (size_t i = 0; i < sizeof name / sizeof *name; i++)
    if (cs_str_eq_c(ctx, rounding, name[i])) {
      *out = (cs_decimal_mode)i;
      return true;
    }
  return false;
}

bool cs_decimal_find_rules(cs_ctx *ctx, cs_value rounding,
                           cs_decimal_rules *out) {
  cs_instance *o = find_context(ctx);
  if (!usable(ctx, o, &out->prec) || !cs_is_int(o->slot[CTX_FLAGS]) ||
      !cs_is_int(o->slot[CTX_TRAPS]) ||
      !find_mode(ctx, cs_is_none(rounding) ? o->slot[CTX_ROUNDING] : rounding,
                 &out->mode))
    return false;
  int64_t traps = cs_int_of(o->slot[CTX_TRAPS]);
  if (!number_of(ctx, o->slot[CTX_PREC], &out->prec) ||
      !number_of(ctx, o->slot[CTX_EMAX], &out->emax) ||
      !number_of(ctx, o->slot[CTX_EMIN], &out->emin))
    return false;
  out->flags = &o->slot[CTX_FLAGS];
  out->traps_rounded = (traps & ROUNDED) != 0;
  out->traps_inexact = (traps & INEXACT) != 0;
  return true;
}

/* --- comparison ---------------------------------------------------------- */

static cs_status compare(cs_ctx *ctx, const cs_value *args, int *order) {
  number a, b;
  wide x, y;
  if (!read_pair(ctx, args, &a, &b) || !align(&a, &b, &x, &y))
    return cs_decimal_wide_compare(ctx, args, order);
  if (a.s) x = -x;
  if (b.s) y = -y;
  *order = (x > y) - (x < y);
  return CS_OK;
}

#define COMPARE(name, op)               \
  CS_LEAF(decimal_##name) {             \
    int order;                          \
    CS_TRY(compare(ctx, args, &order)); \
    CS_GIVE(cs_bool(order op 0));       \
  }
COMPARE(eq, ==)
COMPARE(lt, <)
COMPARE(le, <=)
COMPARE(gt, >)
COMPARE(ge, >=)

/* --- quantize ------------------------------------------------------------ */

/* Does c / unit, of which `rest` is left, go to the even or upper neighbour? */
static bool rounds_up(int64_t q, int64_t rest, int64_t unit, bool even) {
  if (2 * rest != unit) return 2 * rest > unit;
  return !even || q & 1;
}

/* Only the two roundings that everybody uses; false: another. */
static bool is_even(cs_ctx *ctx, cs_value rounding, bool *even) {
  *even = true;
  if (!cs_is_str(rounding)) return false;
  if (cs_str_eq_c(ctx, rounding, "ROUND_HALF_EVEN")) return true;
  *even = false;
  return cs_str_eq_c(ctx, rounding, "ROUND_HALF_UP");
}

static bool is_absent(cs_value v) {
  return cs_is_unbound(v) || cs_is_none(v);
}

static cs_status quantize(cs_ctx *ctx, const cs_value *args, cs_value *out) {
  number a, b;
  int64_t prec;
  bool even;
  cs_instance *o = find_context(ctx);
  if (!read_pair(ctx, args, &a, &b) || !usable(ctx, o, &prec) || a.c == 0 ||
      !is_even(ctx, is_absent(args[2]) ? o->slot[CTX_ROUNDING] : args[2],
               &even))
    return CS_SLOW;
  int64_t d = a.e - b.e, c = a.c;
  if (d > SHIFT_MAX || d < -SHIFT_MAX) return CS_SLOW;
  if (d >= 0) {
    wide x = (wide)c * ten(d);
    if (x >= ten(prec)) return CS_SLOW;
    return give(ctx, args[0], a.s, x, b.e, out);
  }
  int64_t unit = ten(-d), rest = c % unit;
  c /= unit;
  if (rounds_up(c, rest, unit, even)) c++;
  int64_t status = ROUNDED | (rest ? INEXACT : 0);
  if (!cs_is_int(o->slot[CTX_FLAGS]) || !cs_is_int(o->slot[CTX_TRAPS]) ||
      cs_int_of(o->slot[CTX_TRAPS]) & status)
    return CS_SLOW;
  CS_TRY(give(ctx, args[0], a.s, c, b.e, out));
  o->slot[CTX_FLAGS] = cs_int(cs_int_of(o->slot[CTX_FLAGS]) | status);
  return CS_OK;
}

/* quantize(self, exp, rounding=None, context=None) */
CS_LEAF(decimal_quantize) {
  if (!is_absent(args[3])) return CS_SLOW;
  cs_status st = quantize(ctx, args, out);
  if (st != CS_SLOW) return st;
  cs_value rounding = is_absent(args[2]) ? CS_NONE : args[2];
  return cs_decimal_wide_quantize(ctx, args, rounding, out);
}

/* --- text ---------------------------------------------------------------- */

/* A Decimal of a small int. */
static cs_status make_of_int(cs_ctx *ctx, cs_value cls, int64_t i,
                             cs_value *out) {
  CS_TRY(cs_instance_new(ctx, cs_ref_off(cls), out));
  cs_instance *o = slots_of(ctx, *out, SLOTS);
  if (!o) CS_GIVE(CS_NONE);
  o->slot[SLOT_C] = cs_int(i < 0 ? -i : i);
  o->slot[SLOT_E] = cs_int(0);
  o->slot[SLOT_K] = cs_int(0);
  o->slot[SLOT_S] = cs_int(i < 0);
  return CS_OK;
}

/* A sign, digits, at most one point. */
typedef struct spelling {
  char text[CS_DECIMAL_DIGITS];
  uint32_t n, behind; /* digits; those behind the point */
  bool minus;
} spelling;

static bool scan(const char *s, uint32_t len, spelling *d) {
  uint32_t i = len > 0 && (s[0] == '-' || s[0] == '+');
  bool point = false;
  d->n = d->behind = 0;
  d->minus = len > 0 && s[0] == '-';
  for (; i < len; i++) {
    if (s[i] == '.' && !point) {
      point = true;
      continue;
    }
    if (s[i] < '0' || s[i] > '9' || d->n == CS_DECIMAL_DIGITS) return false;
    d->text[d->n++] = s[i];
    d->behind += point;
  }
  return d->n > 0;
}

static cs_status coefficient(cs_ctx *ctx, const spelling *d, cs_value *out) {
  int64_t c = 0;
  if (d->n > 14) return cs_int_parse(ctx, d->text, d->n, 10, out);
  for (uint32_t i = 0; i < d->n; i++) c = c * 10 + (d->text[i] - '0');
  CS_GIVE(cs_int(c));
}

/* make(cls, value): a Decimal of a small int or of a text of digits with at
 * most one point, or None */
CS_LEAF_TAKES(decimal_make, PLAIN_TYPE, ANY) {
  uint32_t len;
  spelling d;
  cs_value c;
  if (cs_is_int(args[1]) && cs_int_of(args[1]) > -MOST)
    return make_of_int(ctx, args[0], cs_int_of(args[1]), out);
  if (!cs_is_str(args[1])) CS_GIVE(CS_NONE);
  const char *s = cs_str_data(ctx, args[1], &len);
  if (!scan(s, len, &d)) CS_GIVE(CS_NONE);
  CS_TRY(coefficient(ctx, &d, &c));
  CS_TRY(cs_instance_new(ctx, cs_ref_off(args[0]), out));
  cs_instance *o = slots_of(ctx, *out, SLOTS);
  if (!o) CS_GIVE(CS_NONE);
  o->slot[SLOT_C] = c;
  o->slot[SLOT_E] = cs_int(-(int64_t)d.behind);
  o->slot[SLOT_K] = cs_int(0);
  o->slot[SLOT_S] = cs_int(d.minus);
  return CS_OK;
}

/* Decimal(value), not of a derived class */
CS_LEAF(decimal_whole) {
  if (!cs_type_is_maker(ctx, args[0]) || cs_is_unbound(args[1]) ||
      !(cs_is_unbound(args[2]) || cs_is_none(args[2])))
    return CS_SLOW;
  if (cs_is(args[1], CS_L_INSTANCE) &&
      cs_class_of(ctx, args[1]) == cs_ref_off(args[0]))
    CS_GIVE(args[1]);
  CS_TRY(decimal_make(ctx, args, 2, out));
  return cs_is_none(*out) ? CS_SLOW : CS_OK;
}

/* str(self) without an exponent */
CS_LEAF(decimal_str) {
  int64_t count, e, at = 0;
  bool minus;
  char text[CS_DECIMAL_DIGITS + 10], digits[CS_DECIMAL_DIGITS];
  if (!cs_decimal_wide_digits(ctx, args[0], digits, &count, &e, &minus))
    CS_TRY(cs_decimal_huge_digits(ctx, args[0], digits, &count, &e, &minus));
  int64_t left = count + e; /* digits before the point */
  if (e > 0 || left <= -6) return CS_SLOW;
  if (minus) text[at++] = '-';
  if (left <= 0) {
    text[at++] = '0';
    text[at++] = '.';
    for (int64_t i = left; i < 0; i++) text[at++] = '0';
  }
  for (int64_t i = 0; i < count; i++) {
    if (i == left && i > 0) text[at++] = '.';
    text[at++] = digits[i];
  }
  return cs_str_new(ctx, text, (size_t)at, out);
}

/* bool(self) */
CS_LEAF_TAKES(decimal_bool, ANY) {
  cs_value c;
  int64_t e;
  bool s;
  if (!cs_decimal_slots(ctx, args[0], &c, &e, &s)) return CS_SLOW;
  CS_GIVE(cs_bool(!cs_same(c, cs_int(0))));
}

extern const cs_native_def cs_decimal_natives[];
const cs_native_def cs_decimal_natives[] = {
    {"._dec", "add", "($self, other, /)", decimal_add},
    {"._dec", "sub", "($self, other, /)", decimal_sub},
    {"._dec", "rsub", "($self, other, /)", decimal_rsub},
    {"._dec", "mul", "($self, other, /)", decimal_mul},
    {"._dec", "radd", "($self, other, /)", decimal_add},
    {"._dec", "rmul", "($self, other, /)", decimal_mul},
    {"._dec", "eq", "($self, other, /)", decimal_eq},
    {"._dec", "lt", "($self, other, /)", decimal_lt},
    {"._dec", "le", "($self, other, /)", decimal_le},
    {"._dec", "gt", "($self, other, /)", decimal_gt},
    {"._dec", "ge", "($self, other, /)", decimal_ge},
    {"._dec", "quantize", "($self, exp, rounding=None, context=None)",
     decimal_quantize},
    {"._dec", "make", "(cls, text, /)", decimal_make},
    {"._dec", "Decimal", "($cls, value='0', context=None)", decimal_whole},
    {"._dec", "str", "($self, /)", decimal_str},
    {"._dec", "bool", "($self, /)", decimal_bool},
    CS_NATIVE_END};
