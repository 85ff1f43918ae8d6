/*
 * curve.c - points of edwards25519, the group behind Ed25519.
 *
 * The formulas are those of RFC 8032, section 5.1.4.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/curve.h"

#include <string.h>

#define MASK ((UINT64_C(1) << 51) - 1)

__extension__ typedef unsigned __int128 wide;
typedef cs_curve_int number;
typedef cs_curve_point point;

/* 2d, where d = -121665/121666 is the constant of the curve; d; a root of -1.
 */
static const number twice_d = {{0x69b9426b2f159, 0x35050762add7a,
                                0x3cf44c0038052, 0x6738cc7407977,
                                0x2406d9dc56dff}};
static const number d_of_curve = {{0x34dca135978a3, 0x1a8283b156ebd,
                                   0x5e7a26001c029, 0x739c663a03cbb,
                                   0x52036cee2b6ff}};
static const number root = {{0x61b274a0ea0b0, 0x0d5a5fc8f189d, 0x7ef5e9cbd0c60,
                             0x78595a6804c9e, 0x2b8324804fc1d}};
static const number one = {{1}};

const cs_curve_point cs_curve_base = {
    .x = {{0x62d608f25d51a, 0x412a4b4f6592a, 0x75b7171a4b31d, 0x1ff60527118fe,
           0x216936d3cd6e5}},
    .y = {{0x6666666666658, 0x4cccccccccccc, 0x1999999999999, 0x3333333333333,
           0x6666666666666}},
    .z = {{1}},
    .t = {{0x68ab3a5b7dda3, 0x0eea2a5eadbb, 0x2af8df483c27e, 0x332b375274732,
           0x67875f0fd78b7}}};

/* --- numbers ------------------------------------------------------------- */

/* Limbs stay below 2^54, so that products of two fit (see times). */
static number plus(const number *a, const number *b) {
  number r;
  for (int i = 0; i < 5; i++) r.limb[i] = a->limb[i] + b->limb[i];
  return r;
}

/* 4p is added first: nothing becomes negative. */
static number minus(const number *a, const number *b) {
  number r;
  r.limb[0] = a->limb[0] + 0x1fffffffffffb4 - b->limb[0];
  for (int i = 1; i < 5; i++)
    r.limb[i] = a->limb[i] + 0x1ffffffffffffc - b->limb[i];
  return r;
}

/* 2^255 = 19: what leaves at the top comes back at the bottom, times 19.
 * Afterwards limbs are below 2^51, the third by a bit at most above. */
static number carry(const wide c[5]) {
  number r;
  wide t = c[0];
  for (int i = 0; i < 5; i++) {
    r.limb[i] = (uint64_t)t & MASK;
    t = (t >> 51) + (i < 4 ? c[i + 1] : 0);
  }
  t = t * 19 + r.limb[0]; /* t was below 2^64 */
  r.limb[0] = (uint64_t)t & MASK;
  t = (t >> 51) + r.limb[1];
  r.limb[1] = (uint64_t)t & MASK;
  r.limb[2] += (uint64_t)(t >> 51);
  return r;
}

/* Sums of five products, of which four may be times 19: below 2^115.  Written
 * out because compilers leave the loops alone, which costs a factor of four. */
static number times(const number *x, const number *y) {
  const uint64_t *a = x->limb, *b = y->limb;
  const uint64_t b1 = 19 * b[1], b2 = 19 * b[2], b3 = 19 * b[3], b4 = 19 * b[4];
#define M(i, f) (wide) a[i] * (f)
  wide c[5] = {M(0, b[0]) + M(1, b4) + M(2, b3) + M(3, b2) + M(4, b1),
               M(0, b[1]) + M(1, b[0]) + M(2, b4) + M(3, b3) + M(4, b2),
               M(0, b[2]) + M(1, b[1]) + M(2, b[0]) + M(3, b4) + M(4, b3),
               M(0, b[3]) + M(1, b[2]) + M(2, b[1]) + M(3, b[0]) + M(4, b4),
               M(0, b[4]) + M(1, b[3]) + M(2, b[2]) + M(3, b[1]) + M(4, b[0])};
#undef M
  return carry(c);
}

/* a to the power 2^n - 2^5 + low, where low < 32: the exponents that occur are
 * constants of this form. */
static number power(const number *a, int n, unsigned low) {
  number r = one;
  for (int i = n - 1; i >= 0; i--) {
    r = times(&r, &r);
    if (i >= 5 || low >> i & 1) r = times(&r, a);
  }
  return r;
}

static number inverse(const number *a) {
  return power(a, 255, 0x0b); /* 2^255 - 21 */
}

static void pack(const number *a, uint8_t out[32]) {
  wide c[5];
  for (int i = 0; i < 5; i++) c[i] = a->limb[i];
  number r = carry(c);
  for (int i = 0; i < 5; i++) c[i] = r.limb[i];
  r = carry(c);
  /* Below 2^255 now; p is taken away once if it fits: add 19, look at bit 255.
   */
  uint64_t q = (r.limb[0] + 19) >> 51;
  for (int i = 1; i < 5; i++) q = (r.limb[i] + q) >> 51;
  r.limb[0] += 19 * q;
  for (int i = 0; i < 4; i++) {
    r.limb[i + 1] += r.limb[i] >> 51;
    r.limb[i] &= MASK;
  }
  r.limb[4] &= MASK;
  memset(out, 0, 32);
  for (int bit = 0; bit < 255; bit++)
    out[bit / 8] =
        (uint8_t)(out[bit / 8] | (r.limb[bit / 51] >> bit % 51 & 1) << bit % 8);
}

static number unpack(const uint8_t in[32]) {
  number r = {{0}};
  for (int bit = 0; bit < 255; bit++)
    r.limb[bit / 51] |= (uint64_t)(in[bit / 8] >> bit % 8 & 1) << bit % 51;
  return r;
}

static bool is_same(const number *a, const number *b) {
  uint8_t p[32], q[32];
  pack(a, p);
  pack(b, q);
  return memcmp(p, q, 32) == 0;
}

static bool is_odd(const number *a) {
  uint8_t p[32];
  pack(a, p);
  return p[0] & 1;
}

/* --- points -------------------------------------------------------------- */

void cs_curve_add(point *out, const point *p, const point *q) {
  number s = minus(&p->y, &p->x), t = minus(&q->y, &q->x);
  number a = times(&s, &t);
  s = plus(&p->y, &p->x);
  t = plus(&q->y, &q->x);
  number b = times(&s, &t);
  s = times(&p->t, &twice_d);
  number c = times(&s, &q->t);
  s = plus(&p->z, &p->z);
  number d = times(&s, &q->z);
  number e = minus(&b, &a), f = minus(&d, &c);
  number g = plus(&d, &c), h = plus(&b, &a);
  out->x = times(&e, &f);
  out->y = times(&g, &h);
  out->t = times(&e, &h);
  out->z = times(&f, &g);
}

void cs_curve_negate(point *p) {
  static const number zero = {{0}};
  number x = minus(&zero, &p->x), t = minus(&zero, &p->t);
  p->x = times(&x, &one);
  p->t = times(&t, &one);
}

/* Exchange them if `bit`, with the same memory traffic if not. */
static void swap_if(point *a, point *b, uint64_t bit) {
  uint64_t mask = 0 - bit, *x = a->x.limb, *y = b->x.limb;
  for (size_t i = 0; i < sizeof *a / sizeof *x; i++) {
    uint64_t t = mask & (x[i] ^ y[i]);
    x[i] ^= t;
    y[i] ^= t;
  }
}

void cs_curve_multiply(point *out, const point *p, const uint8_t k[32]) {
  point low = {.y = {{1}}, .z = {{1}}}, high = *p; /* high = low + p */
  for (int bit = 255; bit >= 0; bit--) {
    uint64_t b = k[bit / 8] >> bit % 8 & 1;
    swap_if(&low, &high, b);
    cs_curve_add(&high, &high, &low);
    cs_curve_add(&low, &low, &low);
    swap_if(&low, &high, b);
  }
  *out = low;
}

void cs_curve_pack(const point *p, uint8_t out[32]) {
  number z = inverse(&p->z), x = times(&p->x, &z), y = times(&p->y, &z);
  pack(&y, out);
  if (is_odd(&x)) out[31] |= 0x80;
}

/* x from y: x^2 = u/v with u = y^2 - 1, v = d y^2 + 1. */
static bool find_x(const number *y, number *x) {
  number yy = times(y, y), dyy = times(&yy, &d_of_curve);
  number u = minus(&yy, &one), v = plus(&dyy, &one);
  number v2 = times(&v, &v), v3 = times(&v2, &v), v6 = times(&v3, &v3);
  number v7 = times(&v6, &v), uv7 = times(&u, &v7);
  number r = power(&uv7, 252, 0x1d); /* (p - 5) / 8 = 2^252 - 3 */
  number uv3 = times(&u, &v3);
  *x = times(&uv3, &r);
  number xx = times(x, x), vxx = times(&v, &xx);
  if (is_same(&vxx, &u)) return true;
  *x = times(x, &root);
  xx = times(x, x);
  vxx = times(&v, &xx);
  return is_same(&vxx, &u);
}

bool cs_curve_unpack(point *out, const uint8_t in[32]) {
  static const number zero = {{0}};
  uint8_t again[32];
  number y = unpack(in), x;
  bool odd = in[31] >> 7;
  pack(&y, again);
  again[31] = (uint8_t)(again[31] | (odd ? 0x80 : 0));
  if (memcmp(again, in, 32) != 0) return false; /* y >= p */
  if (!find_x(&y, &x)) return false;
  if (is_same(&x, &zero) && odd) return false;
  if (is_odd(&x) != odd) {
    x = minus(&zero, &x);
    x = times(&x, &one);
  }
  *out = (point){.x = x, .y = y, .z = one, .t = times(&x, &y)};
  return true;
}
