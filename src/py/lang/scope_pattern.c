/*
 * scope_pattern.c - captures of match patterns, and the rules for them.
 *
 * A pattern binds each name once, and all alternatives of `|` bind the same
 * names.  An irrefutable pattern may only stand last.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "num/dtoa.h"
#include "py/lang/scoper.h"

/* The part of a pattern that is compiled last: where CPython puts messages. */
static const cs_node *last_part(const cs_node *n) {
  for (;;) {
    const cs_node_list *parts = NULL;
    switch ((int)n->kind) {
      case CS_NODE_MATCH_SEQUENCE:
      case CS_NODE_MATCH_OR: parts = &n->patterns; break;
      case CS_NODE_MATCH_MAPPING: parts = &n->match_mapping.patterns; break;
      case CS_NODE_MATCH_CLASS:
        parts = n->match_class.kwd_patterns.n ? &n->match_class.kwd_patterns
                                              : &n->match_class.patterns;
        break;
      case CS_NODE_MATCH_AS:
        if (!n->capture.pattern) return n;
        n = n->capture.pattern;
        continue;
      default: break;
    }
    if (!parts || parts->n == 0) return n;
    n = parts->items[parts->n - 1];
  }
}

/* Names bound by one case so far; alternatives compare slices of it. */
typedef struct captures {
  cs_name *names;
  uint32_t n, cap;
} captures;

static bool add_capture(cs_scoper *sc, captures *c, cs_name name,
                        const cs_node *at) {
  for (uint32_t i = 0; i < c->n; i++)
    if (c->names[i] == name)
      cs_scoper_late(sc, at, "multiple assignments to name '%.*s' in pattern",
                     CS_NAME_ARGS(sc, name));
  if (c->n == c->cap) {
    uint32_t cap = c->cap ? 2 * c->cap : 8;
    cs_name *names = cs_scratch_take(sc->scratch, cap * sizeof *names);
    if (!names) return cs_scoper_full(sc);
    if (c->n) memcpy(names, c->names, c->n * sizeof *names);
    c->names = names;
    c->cap = cap;
  }
  c->names[c->n++] = name;
  return true;
}

static bool pattern(cs_scoper *sc, cs_node *n, captures *c, bool last);

static bool capture(cs_scoper *sc, cs_node *n, captures *c, cs_symbol **sym) {
  if (n->name == CS_NAME_NONE) return true;
  *sym = cs_scoper_bind(sc, n->name, CS_SYM_ASSIGNED, n);
  return *sym && add_capture(sc, c, n->name, last_part(n));
}

static bool patterns(cs_scoper *sc, const cs_node_list *list, captures *c) {
  for (uint32_t i = 0; i < list->n; i++)
    if (!pattern(sc, list->items[i], c, true)) return false;
  return true;
}

/* --- alternatives -------------------------------------------------------- */

static bool has_name(const captures *c, uint32_t from, uint32_t to,
                     cs_name name) {
  for (uint32_t i = from; i < to; i++)
    if (c->names[i] == name) return true;
  return false;
}

static bool alternatives(cs_scoper *sc, cs_node *n, captures *c, bool last) {
  uint32_t start = c->n, first_end = start;
  for (uint32_t i = 0; i < n->patterns.n; i++) {
    cs_node *alt = n->patterns.items[i];
    /* Each alternative starts from the names bound before all of them. */
    captures own = {.n = 0};
    for (uint32_t k = 0; k < start; k++)
      if (!add_capture(sc, &own, c->names[k], alt)) return false;
    if (!pattern(sc, alt, &own, last && i + 1 == n->patterns.n)) return false;
    if (i == 0) {
      *c = own;
      first_end = own.n;
      continue;
    }
    bool same = own.n == first_end;
    for (uint32_t k = start; same && k < own.n; k++)
      same = has_name(c, start, first_end, own.names[k]);
    if (!same)
      cs_scoper_late(sc, last_part(alt),
                     "alternative patterns bind different names");
  }
  return true;
}

/* --- mappings and classes ------------------------------------------------ */

/* What a literal key is worth: equal numbers are one key, whatever their type
 * (0, -0, 0.0, False, 0j). */
typedef struct key_number {
  double re, im;
  int64_t whole; /* the exact value, if `exact` */
  bool exact;
} key_number;

static bool constant_number(const cs_constant *k, key_number *out) {
  *out = (key_number){0};
  switch ((cs_const_type)k->type) {
    case CS_CONST_TRUE:
    case CS_CONST_FALSE:
    case CS_CONST_INT:
      out->exact = true;
      out->whole = k->type == CS_CONST_INT ? k->i : k->type == CS_CONST_TRUE;
      out->re = (double)out->whole;
      return true;
    case CS_CONST_FLOAT: out->re = k->f; return true;
    case CS_CONST_COMPLEX: out->im = k->f; return true;
    case CS_CONST_STR:
    case CS_CONST_BYTES:
    case CS_CONST_BIGINT:
    case CS_CONST_NONE:
    case CS_CONST_ELLIPSIS: break;
  }
  return false;
}

/* [-] number */
static bool signed_number(const cs_node *n, key_number *out) {
  bool minus = n->kind == CS_NODE_UNARY_OP && n->op == CS_OP_USUB;
  if (minus) n = n->unary.operand;
  if (n->kind != CS_NODE_CONSTANT || !constant_number(&n->constant, out))
    return false;
  if (minus && out->whole == INT64_MIN) return false;
  if (minus)
    *out = (key_number){-out->re, out->im == 0 ? 0 : -out->im, -out->whole,
                        out->exact};
  return true;
}

/* [-] number [+|- imaginary] */
static bool number_key(const cs_node *n, key_number *out) {
  if (n->kind != CS_NODE_BIN_OP) return signed_number(n, out);
  key_number im;
  if (!signed_number(n->bin_op.left, out) ||
      !signed_number(n->bin_op.right, &im))
    return false;
  out->im = n->op == CS_OP_SUB ? out->im - im.im : out->im + im.im;
  return true;
}

static bool is_same_key(const cs_node *a, const cs_node *b) {
  key_number p, q;
  if (number_key(a, &p))
    return number_key(b, &q) && p.re == q.re && p.im == q.im &&
           (!p.exact || !q.exact || p.whole == q.whole);
  if (a->kind != CS_NODE_CONSTANT || b->kind != CS_NODE_CONSTANT) return false;
  const cs_constant *x = &a->constant, *y = &b->constant;
  if (x->type != y->type) return false;
  if (x->type == CS_CONST_NONE || x->type == CS_CONST_ELLIPSIS) return true;
  return x->len == y->len && memcmp(x->text, y->text, x->len) == 0;
}

/* The repr of a float or of a part of a complex number, which lacks the .0 */
static void show_real(char out[CS_FLOAT_REPR_MAX + 1], double x, bool part) {
  size_t n = cs_float_repr(x, out);
  if (part && n > 2 && memcmp(out + n - 2, ".0", 2) == 0) n -= 2;
  out[n] = '\0';
}

static void fail_number(cs_scoper *sc, const cs_node *at, const cs_node *key) {
  key_number v;
  char re[CS_FLOAT_REPR_MAX + 1], im[CS_FLOAT_REPR_MAX + 1];
  bool is_complex = key->kind == CS_NODE_BIN_OP;
  const cs_node *last =
      key->kind == CS_NODE_UNARY_OP ? key->unary.operand : key;
  if (!number_key(key, &v)) return;
  if (last->kind == CS_NODE_CONSTANT)
    is_complex = last->constant.type == CS_CONST_COMPLEX;
  show_real(re, v.re, is_complex);
  show_real(im, v.im, true);
  if (!is_complex)
    cs_scoper_late(sc, at, "mapping pattern checks duplicate key (%s)", re);
  else if (v.re == 0 && !signbit(v.re)) /* -2j has a negative zero */
    cs_scoper_late(sc, at, "mapping pattern checks duplicate key (%sj)", im);
  else
    cs_scoper_late(sc, at, "mapping pattern checks duplicate key ((%s%s%sj))",
                   re, v.im < 0 ? "" : "+", im);
}

static void fail_key(cs_scoper *sc, const cs_node *at, const cs_node *key) {
  static const char *const words[] = {"None", "True", "False", "Ellipsis"};
  key_number v;
  bool whole = number_key(key, &v) && v.exact && key->kind != CS_NODE_BIN_OP;
  const cs_constant *k = &key->constant;
  if (key->kind != CS_NODE_CONSTANT) {
    if (!whole)
      fail_number(sc, at, key);
    else
      cs_scoper_late(sc, at, "mapping pattern checks duplicate key (%lld)",
                     (long long)v.whole);
    return;
  }
  switch ((cs_const_type)k->type) {
    case CS_CONST_INT:
      cs_scoper_late(sc, at, "mapping pattern checks duplicate key (%lld)",
                     (long long)k->i);
      break;
    case CS_CONST_STR:
    case CS_CONST_BYTES:
      cs_scoper_late(sc, at, "mapping pattern checks duplicate key (%s'%.*s')",
                     k->type == CS_CONST_BYTES ? "b" : "", (int)k->len,
                     k->text);
      break;
    case CS_CONST_FLOAT:
    case CS_CONST_COMPLEX: fail_number(sc, at, key); break;
    case CS_CONST_BIGINT:
      cs_scoper_late(sc, at, "mapping pattern checks duplicate key");
      break;
    case CS_CONST_NONE:
    case CS_CONST_TRUE:
    case CS_CONST_FALSE:
    case CS_CONST_ELLIPSIS:
      cs_scoper_late(sc, at, "mapping pattern checks duplicate key (%s)",
                     words[k->type]);
  }
}

static uint64_t number_of_key(const void *of, uint32_t i) {
  const cs_node *n = ((const cs_node_list *)of)->items[i];
  key_number v;
  if (number_key(n, &v))
    return (uint64_t)cs_hash_double(v.re + 0.0, i) ^
           (uint64_t)cs_hash_double(v.im + 0.0, i);
  if (n->kind != CS_NODE_CONSTANT) return i;
  const cs_constant *k = &n->constant;
  bool text = k->type != CS_CONST_NONE && k->type != CS_CONST_ELLIPSIS;
  return text ? (uint64_t)cs_hash_bytes(k->text, k->len) : k->type;
}

static bool are_same_keys(const void *of, uint32_t i, uint32_t j) {
  const cs_node_list *keys = of;
  return is_same_key(keys->items[i], keys->items[j]);
}

static bool mapping(cs_scoper *sc, cs_node *n, captures *c) {
  const cs_node_list *keys = &n->match_mapping.keys;
  cs_twice twice = {.of = keys,
                    .n = keys->n,
                    .key = number_of_key,
                    .same = are_same_keys,
                    .by_again = true};
  if (!cs_scoper_twice(sc, &twice)) return false;
  for (uint32_t i = 0; i < keys->n; i++) {
    if (i == twice.again) fail_key(sc, n, keys->items[i]);
    if (keys->items[i]->kind == CS_NODE_JOINED_STR)
      cs_scoper_late(
          sc, n,
          "mapping pattern keys may only match literals and attribute "
          "lookups");
    if (!cs_scoper_expr(sc, keys->items[i])) return false;
  }
  return patterns(sc, &n->match_mapping.patterns, c) &&
         capture(sc, n, c, &n->match_mapping.sym);
}

static uint64_t number_of_attr(const void *of, uint32_t i) {
  return ((const cs_name *)of)[i];
}

static bool are_same_attrs(const void *of, uint32_t i, uint32_t j) {
  return number_of_attr(of, i) == number_of_attr(of, j);
}

static bool class_pattern(cs_scoper *sc, cs_node *n, captures *c) {
  const cs_name *attrs = n->match_class.kwd_attrs;
  const cs_node_list *values = &n->match_class.kwd_patterns;
  cs_twice twice = {.of = attrs,
                    .n = values->n,
                    .key = number_of_attr,
                    .same = are_same_attrs};
  if (!cs_scoper_expr(sc, n->match_class.cls) || !cs_scoper_twice(sc, &twice))
    return false;
  for (uint32_t i = 0; i < values->n; i++) {
    cs_scoper_check_debug(sc, attrs[i], values->items[i]);
    if (i == twice.first)
      cs_scoper_late(sc, values->items[twice.again],
                     "attribute name repeated in class pattern: %.*s",
                     CS_NAME_ARGS(sc, attrs[i]));
  }
  return patterns(sc, &n->match_class.patterns, c) && patterns(sc, values, c);
}

static bool sequence(cs_scoper *sc, cs_node *n, captures *c) {
  uint32_t stars = 0;
  for (uint32_t i = 0; i < n->patterns.n; i++)
    stars += n->patterns.items[i]->kind == CS_NODE_MATCH_STAR;
  if (stars > 1)
    cs_scoper_late(sc, n, "multiple starred names in sequence pattern");
  return patterns(sc, &n->patterns, c);
}

/* A bare capture matches everything. */
static bool as_pattern(cs_scoper *sc, cs_node *n, captures *c, bool last) {
  if (!n->capture.pattern) {
    if (!last && n->name == CS_NAME_NONE)
      cs_scoper_late(sc, n, "wildcard makes remaining patterns unreachable");
    else if (!last)
      cs_scoper_late(sc, n,
                     "name capture '%.*s' makes remaining patterns "
                     "unreachable",
                     CS_NAME_ARGS(sc, n->name));
  } else if (!pattern(sc, n->capture.pattern, c, last)) {
    return false;
  }
  return capture(sc, n, c, &n->capture.sym);
}

static bool pattern(cs_scoper *sc, cs_node *n, captures *c, bool last) {
  switch ((int)n->kind) {
    case CS_NODE_MATCH_VALUE:
      if (n->value->kind == CS_NODE_JOINED_STR)
        cs_scoper_late(sc, n,
                       "patterns may only match literals and attribute "
                       "lookups");
      return cs_scoper_expr(sc, n->value);
    case CS_NODE_MATCH_SEQUENCE: return sequence(sc, n, c);
    case CS_NODE_MATCH_MAPPING: return mapping(sc, n, c);
    case CS_NODE_MATCH_CLASS: return class_pattern(sc, n, c);
    case CS_NODE_MATCH_STAR: return capture(sc, n, c, &n->capture.sym);
    case CS_NODE_MATCH_AS: return as_pattern(sc, n, c, last);
    case CS_NODE_MATCH_OR: return alternatives(sc, n, c, last);
    default: return true;
  }
}

bool cs_scoper_match(cs_scoper *sc, cs_node *n) {
  if (!cs_scoper_expr(sc, n->match.subject)) return false;
  for (uint32_t i = 0; i < n->match.cases.n; i++) {
    cs_node *m = n->match.cases.items[i];
    captures c = {0};
    bool last = i + 1 == n->match.cases.n || m->match_case.guard;
    if (!pattern(sc, m->match_case.pattern, &c, last) ||
        !cs_scoper_expr(sc, m->match_case.guard) ||
        !cs_scoper_stmts(sc, &m->match_case.body))
      return false;
  }
  return true;
}
