/*
 * repr.c - repr() and str() of built-in values, to any depth without C
 * recursion.
 *
 * Printing a container is a stack of levels; the top one is asked for its next
 * part, writes the glue before it, and at its end writes its closing text.  A
 * container that is being printed already appears as [...].  Whatever needs a
 * Python method is CS_SLOW: the prelude prints one level itself and asks again
 * for the parts.  More levels than the recursion limit are a RecursionError.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/repr.h"

#include "base/hash.h"
#include "num/dtoa.h"
#include "num/int_text.h"
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/ops.h"
#include "py/types/quote.h"
#include "py/types/type.h"

#define DEPTH 40  /* levels on the C stack; more go to the arena */
#define DEEP  128 /* the first time; a power of two */

typedef enum level_kind {
  ITEMS, /* list, tuple, slice: values in `obj` */
  DICT,
  SET,
  PAIRS, /* dict_items */
  KEYS,
  VALUES,
  ONE,  /* `part` is the only part */
  NAMES /* arguments of an alias: classes by name */
} level_kind;

typedef struct level {
  level_kind kind;
  uint32_t pos;   /* of the next part */
  uint32_t count; /* parts written so far */
  cs_value obj;   /* where the parts are */
  cs_value shown; /* what is being printed, for the cycle check */
  cs_value part;  /* ONE; second half of a pair */
  const char *close;
  const char *glue;
} level;

/* With more levels than DEPTH, a table tells whether a container is open: slots
 * of level numbers plus one, found by linear probing.  Levels leave it in the
 * opposite order of their coming, so that a slot can simply be emptied. */
typedef struct work {
  cs_builder *b;
  uint32_t n, cap;
  level *l;       /* `local`, or bytes of a RAW object */
  uint32_t *slot; /* 2 * cap of them behind the levels there; else NULL */
  level local[DEPTH];
} work;

/* --- levels -------------------------------------------------------------- */

/* The slot of an open container, or the empty one where it would be. */
static uint32_t *slot_of(const work *w, cs_value v) {
  uint32_t mask = 2 * w->cap - 1;
  uint32_t i = (uint32_t)cs_hash_id(v.bits) & mask;
  while (w->slot[i] && !cs_same(w->l[w->slot[i] - 1].shown, v))
    i = (i + 1) & mask;
  return &w->slot[i];
}

/* What is shown by two levels has the slot of the first. */
static void note_level(work *w, uint32_t i) {
  uint32_t *slot = w->slot ? slot_of(w, w->l[i].shown) : NULL;
  if (slot && !*slot) *slot = i + 1;
}

static void drop_level(work *w) {
  w->n--;
  if (!w->slot) return;
  uint32_t *slot = slot_of(w, w->l[w->n].shown);
  if (*slot == w->n + 1) *slot = 0;
}

static cs_status deepen(work *w) {
  cs_ctx *ctx = w->b->ctx;
  uint32_t cap = w->slot ? w->cap * 2 : DEEP;
  cs_off off;
  if (w->n >= ctx->head->recursion_limit)
    return cs_throw(ctx, CS_RecursionError,
                    "maximum recursion depth exceeded while getting the repr "
                    "of an object");
  cs_status st = cs_alloc(
      ctx, CS_L_RAW,
      offsetof(cs_raw, data) + cap * (sizeof(level) + 2 * sizeof *w->slot),
      &off);
  if (st != CS_OK) return st;
  level *more = (level *)(void *)CS_AT(ctx, cs_raw, off)->data;
  memcpy(more, w->l, w->n * sizeof *more);
  w->l = more;
  w->cap = cap;
  w->slot = (uint32_t *)(void *)&more[cap]; /* zero, as all new memory */
  for (uint32_t i = 0; i < w->n; i++) note_level(w, i);
  cs_charge(ctx, w->n / 4);
  return CS_OK;
}

static cs_status push(work *w, level l, const char *open) {
  if (w->n == w->cap) {
    cs_status st = deepen(w);
    if (st != CS_OK) return st;
  }
  if (!l.glue) l.glue = ", ";
  if (!l.shown.bits) l.shown = l.obj;
  w->l[w->n++] = l;
  note_level(w, w->n - 1);
  cs_builder_c(w->b, open);
  return CS_OK;
}

bool cs_repr_active(const cs_ctx *ctx, cs_value v) {
  cs_value active = cs_root_get(ctx, CS_ROOT_REPRS);
  if (!cs_is_list(active)) return false;
  for (uint32_t i = 0, n = cs_list_len(ctx, active); i < n; i++)
    if (cs_same(cs_unwrap(ctx, cs_list_at(ctx, active, i)), v)) return true;
  return false;
}

static bool is_open(const work *w, cs_value v) {
  if (w->slot) return *slot_of(w, v) != 0 || cs_repr_active(w->b->ctx, v);
  for (uint32_t i = 0; i < w->n; i++)
    if (cs_same(w->l[i].shown, v)) return true;
  return cs_repr_active(w->b->ctx, v);
}

static cs_status open_seq(work *w, cs_value v) {
  cs_ctx *ctx = w->b->ctx;
  if (cs_is_list(v)) {
    if (is_open(w, v)) return cs_builder_c(w->b, "[...]"), CS_OK;
    return push(w, (level){.kind = ITEMS, .obj = v, .close = "]"}, "[");
  }
  if (is_open(w, v)) return cs_builder_c(w->b, "(...)"), CS_OK;
  const char *close = cs_tuple_len(ctx, v) == 1 ? ",)" : ")";
  return push(w, (level){.kind = ITEMS, .obj = v, .close = close}, "(");
}

static cs_status open_dict(work *w, cs_value v) {
  if (is_open(w, v)) return cs_builder_c(w->b, "{...}"), CS_OK;
  return push(w, (level){.kind = DICT, .obj = v, .close = "}"}, "{");
}

/* `cls` is the class to name: a subclass is always named, set itself only
 * when it is empty. */
static cs_status open_set(work *w, cs_value v, cs_off cls) {
  cs_ctx *ctx = w->b->ctx;
  cs_value name = cs_type_at(ctx, cls)->name;
  bool plain = cs_is(v, CS_L_SET) && cls == ctx->image->cls[CS_L_SET];
  bool empty = cs_set_len(ctx, v) == 0;
  bool open = is_open(w, v);
  if (!plain || empty || open) cs_builder_str(w->b, name);
  if (open) return cs_builder_c(w->b, "(...)"), CS_OK;
  if (empty) return cs_builder_c(w->b, "()"), CS_OK;
  level l = {.kind = SET, .obj = v, .close = plain ? "}" : "})"};
  return push(w, l, plain ? "{" : "({");
}

static cs_status open_view(work *w, cs_value v) {
  static const struct {
    level_kind kind;
    const char *open;
  } how[] = {{KEYS, "dict_keys(["},
             {VALUES, "dict_values(["},
             {PAIRS, "dict_items(["}};
  const cs_view *view = CS_PTR(w->b->ctx, cs_view, v);
  cs_value dict = cs_unwrap(w->b->ctx, view->dict);
  if (is_open(w, v)) return cs_builder_c(w->b, "..."), CS_OK;
  if (!cs_is_dict(dict)) return CS_SLOW;
  uint8_t k = view->h.kind < 3 ? view->h.kind : 0;
  level l = {.kind = how[k].kind, .obj = dict, .shown = v, .close = "])"};
  return push(w, l, how[k].open);
}

static cs_status open_method(work *w, cs_value v) {
  cs_ctx *ctx = w->b->ctx;
  const cs_method *m = CS_PTR(ctx, cs_method, v);
  if (!cs_is(m->func, CS_L_FUNC)) return CS_SLOW;
  cs_builder_c(w->b, "<bound method ");
  cs_builder_str(w->b, CS_PTR(ctx, cs_func, m->func)->qualname);
  return push(w, (level){.kind = ONE, .obj = v, .part = m->self, .close = ">"},
              " of ");
}

static cs_status open_one(work *w, cs_value v, cs_value part, const char *open,
                          const char *close) {
  return push(w, (level){.kind = ONE, .obj = v, .part = part, .close = close},
              open);
}

/* A class inside an alias goes by its name; false: print it as any value. */
static bool put_name(cs_builder *b, cs_value v) {
  if (cs_same(v, CS_ELLIPSIS)) return cs_builder_c(b, "..."), true;
  if (cs_is(v, CS_L_TYPE)) {
    if (cs_repr_find(b->ctx, v, CS_N___repr__) == CS_REPR_PYTHON) return false;
    if (cs_ref_off(v) == b->ctx->image->cls[CS_L_NONETYPE])
      return cs_builder_c(b, "None"), true;
    cs_repr_type_name(b, cs_ref_off(v));
    return true;
  }
  return false;
}

static cs_status open_alias(work *w, cs_value v) {
  cs_ctx *ctx = w->b->ctx;
  const cs_alias *a = CS_PTR(ctx, cs_alias, v);
  if (!cs_is_tuple(a->args)) return CS_SLOW;
  bool is_union = cs_is(v, CS_L_UNION);
  level l = {.kind = NAMES,
             .obj = a->args,
             .shown = v,
             .close = is_union ? "" : "]",
             .glue = is_union ? " | " : NULL};
  if (is_union) return push(w, l, "");
  if (a->h.flags & 1) cs_builder_c(w->b, "*");
  if (!put_name(w->b, a->origin)) return CS_SLOW;
  if (cs_tuple_len(ctx, a->args) == 0) l.close = "()]";
  return push(w, l, "[");
}

/* Name(arg), or Name and the tuple of several arguments. */
static cs_status open_exc(work *w, cs_value v) {
  cs_ctx *ctx = w->b->ctx;
  cs_value args = *cs_exc_member(ctx, v, CS_EXC_ARGS);
  cs_builder_str(w->b, cs_type_at(ctx, cs_class_of(ctx, v))->name);
  if (!cs_is_tuple(args)) return cs_builder_c(w->b, "()"), CS_OK;
  if (cs_tuple_len(ctx, args) == 1)
    return open_one(w, v, cs_tuple_at(ctx, args, 0), "(", ")");
  return open_seq(w, args);
}

/* itertools.count and repeat print their arguments. */
static bool has_own_repr(cs_ctx *ctx, cs_off cls) {
  cs_value m = cs_type_find(ctx, cls, cs_known(ctx, CS_N___repr__));
  return cs_is(m, CS_L_NATIVE) && CS_PTR(ctx, cs_native, m)->owner == cls;
}

static bool has_python_repr(cs_ctx *ctx, cs_off cls) {
  cs_value m = cs_type_find(ctx, cls, cs_known(ctx, CS_N___repr__));
  return !cs_is(m, CS_L_NATIVE);
}

static cs_status open_value(work *w, cs_value v, cs_off cls);

/* An instance whose class defines no __repr__ in Python. */
static cs_status open_instance(work *w, cs_value v) {
  cs_ctx *ctx = w->b->ctx;
  switch (cs_repr_find(ctx, v, CS_N___repr__)) {
    case CS_REPR_DEFAULT: return cs_repr_object(w->b, v), CS_OK;
    case CS_REPR_EXC: return open_exc(w, v);
    case CS_REPR_PAYLOAD:
      return open_value(w, cs_unwrap(ctx, v), cs_class_of(ctx, v));
    case CS_REPR_OWN:
    case CS_REPR_PYTHON:
    default: return CS_SLOW;
  }
}

/* Start to print an exact built-in that has parts, or print it whole; `cls` is
 * the class to name.  Not recursive: an instance's payload is no instance. */
static cs_status open_value(work *w, cs_value v, cs_off cls) {
  cs_ctx *ctx = w->b->ctx;
  switch (cs_is_ref(v) ? cs_ref_layout(v) : 0) {
    case CS_L_LIST:
    case CS_L_TUPLE: return open_seq(w, v);
    case CS_L_DICT: return open_dict(w, v);
    case CS_L_SET:
    case CS_L_FROZENSET: return open_set(w, v, cls);
    case CS_L_VIEW: return open_view(w, v);
    case CS_L_SLICE:
      return push(w, (level){.kind = ITEMS, .obj = v, .close = ")"}, "slice(");
    case CS_L_METHOD: {
      cs_status st = open_method(w, v);
      return st == CS_SLOW ? cs_repr_atom(w->b, v) : st;
    }
    case CS_L_PROXY:
      return open_one(w, v, CS_PTR(ctx, cs_proxy, v)->mapping, "mappingproxy(",
                      ")");
    case CS_L_CLASSMETHOD:
      return open_one(w, v, CS_PTR(ctx, cs_property, v)->fget, "<classmethod(",
                      ")>");
    case CS_L_STATICMETHOD:
      return open_one(w, v, CS_PTR(ctx, cs_property, v)->fget, "<staticmethod(",
                      ")>");
    case CS_L_ALIAS:
    case CS_L_UNION: return open_alias(w, v);
    case CS_L_BYTEARRAY: {
      const cs_bytearray *a = CS_PTR(ctx, cs_bytearray, v);
      cs_builder_str(w->b, cs_type_at(ctx, cls)->name);
      cs_builder_c(w->b, "(");
      cs_quote_bytes(w->b, a->buf ? CS_AT(ctx, cs_raw, a->buf)->data : NULL,
                     a->len, true);
      return cs_builder_c(w->b, ")"), CS_OK;
    }
    case CS_L_INSTANCE: return CS_SLOW;
    case CS_L_MODULE:
      return has_python_repr(ctx, cls) ? CS_SLOW : cs_repr_atom(w->b, v);
    case CS_L_ITER:
      return has_own_repr(ctx, cls) ? CS_SLOW : cs_repr_atom(w->b, v);
    default: return cs_repr_atom(w->b, v);
  }
}

static cs_status open_any(work *w, cs_value v) {
  if (cs_is_instance(v)) return open_instance(w, v);
  return open_value(w, v, cs_class_of(w->b->ctx, v));
}

/* --- parts --------------------------------------------------------------- */

static bool next_item(cs_ctx *ctx, level *l, cs_value *out) {
  if (cs_is(l->obj, CS_L_SLICE)) {
    const cs_slice *s = CS_PTR(ctx, cs_slice, l->obj);
    if (l->pos == 3) return false;
    *out = l->pos == 0 ? s->start : l->pos == 1 ? s->stop : s->step;
  } else if (cs_is_list(l->obj)) {
    if (l->pos >= cs_list_len(ctx, l->obj)) return false;
    *out = cs_list_at(ctx, l->obj, l->pos);
  } else {
    if (l->pos >= cs_tuple_len(ctx, l->obj)) return false;
    *out = cs_tuple_at(ctx, l->obj, l->pos);
  }
  l->pos++;
  return true;
}

/* The key, then the value: two parts per entry. */
static bool next_of_pair(work *w, level *l, cs_value *out) {
  bool pairs = l->kind == PAIRS;
  if (l->count & 1) {
    *out = l->part;
    cs_builder_c(w->b, pairs ? ", " : ": ");
    l->count++;
    return true;
  }
  cs_value key;
  bool more = cs_dict_next(w->b->ctx, l->obj, &l->pos, &key, &l->part);
  if (pairs && l->count) cs_builder_c(w->b, ")");
  if (!more) return false;
  if (l->count) cs_builder_c(w->b, l->glue);
  if (pairs) cs_builder_c(w->b, "(");
  l->count++;
  *out = key;
  return true;
}

static bool next_part(work *w, level *l, cs_value *out) {
  cs_ctx *ctx = w->b->ctx;
  cs_value other;
  bool more = false;
  switch (l->kind) {
    case DICT:
    case PAIRS: return next_of_pair(w, l, out);
    case NAMES:
    case ITEMS: more = next_item(ctx, l, out); break;
    case SET: more = cs_set_next(ctx, l->obj, &l->pos, out); break;
    case KEYS: more = cs_dict_next(ctx, l->obj, &l->pos, out, &other); break;
    case VALUES: more = cs_dict_next(ctx, l->obj, &l->pos, &other, out); break;
    case ONE:
      more = l->count == 0;
      *out = l->part;
      break;
  }
  if (more && l->count++) cs_builder_c(w->b, l->glue);
  return more;
}

/* Parts that need no level: most of them, in most programs. */
static bool put_simple(cs_builder *b, cs_value v) {
  if (cs_is_int(v)) return cs_builder_int(b, cs_int_of(v)), true;
  if (cs_is_str(v)) return cs_quote_str(b, v), true;
  return false;
}

cs_status cs_repr_put(cs_builder *b, cs_value v) {
  if (put_simple(b, v)) return b->status;
  work w; /* levels are filled in as they are used */
  w.b = b;
  w.n = 0;
  w.cap = DEPTH;
  w.l = w.local;
  w.slot = NULL;
  uint32_t parts = 0;
  cs_status st = open_any(&w, v);
  while (st == CS_OK && w.n > 0 && b->status == CS_OK) {
    level *top = &w.l[w.n - 1];
    cs_value part;
    /* Few objects can have many parts: [a, a] nested in itself. */
    if (++parts % 16 == 0) cs_charge(b->ctx, 1);
    st = cs_charge_look(b->ctx);
    if (st != CS_OK) break;
    if (!next_part(&w, top, &part)) {
      cs_builder_c(b, top->close);
      cs_charge(b->ctx, top->count / 4);
      drop_level(&w);
      continue;
    }
    if (top->kind == NAMES && put_name(b, part)) continue;
    if (!put_simple(b, part)) st = open_any(&w, part);
  }
  return st == CS_OK ? b->status : st;
}

/* --- str ----------------------------------------------------------------- */

/* Exceptions whose only argument is an exception, and so on. */
#define CHAIN_MAX 1000

cs_status cs_repr_put_str(cs_builder *b, cs_value v) {
  cs_ctx *ctx = b->ctx;
  for (int i = 0; i < CHAIN_MAX; i++) {
    if (cs_is_str(v)) return cs_builder_str(b, v), b->status;
    if (cs_is(v, CS_L_PROXY)) {
      v = CS_PTR(ctx, cs_proxy, v)->mapping;
      continue;
    }
    if (!cs_is_instance(v)) return cs_repr_put(b, v);
    cs_value rest;
    cs_status st;
    switch (cs_repr_find(ctx, v, CS_N___str__)) {
      case CS_REPR_DEFAULT: return cs_repr_put(b, v);
      case CS_REPR_EXC:
        st = cs_repr_exc_str(b, v, 0, &rest);
        if (st != CS_OK || cs_is_unbound(rest)) return st;
        v = rest;
        break;
      case CS_REPR_PAYLOAD:
        if (cs_is(cs_unwrap(ctx, v), CS_L_BYTEARRAY)) /* names its class */
          return cs_repr_put(b, v);
        v = cs_unwrap(ctx, v);
        break;
      case CS_REPR_OWN:
      case CS_REPR_PYTHON:
      default: return CS_SLOW;
    }
  }
  return cs_throw(ctx, CS_RecursionError,
                  "maximum recursion depth exceeded while getting the str of "
                  "an object");
}

static cs_status small_int(cs_ctx *ctx, cs_value v, cs_value *out) {
  char text[CS_INT_TEXT_MAX], *to;
  unsigned n = cs_int_print(cs_int_of(v), text);
  if (n == 1) return cs_str_new(ctx, text, n, out);
  cs_status st = cs_str_room(ctx, n, n, CS_STR_ASCII, out, &to);
  if (st == CS_OK) memcpy(to, text, n);
  return st;
}

static cs_status small_float(cs_ctx *ctx, cs_value v, cs_value *out) {
  char text[CS_FLOAT_REPR_MAX], *to;
  size_t n = cs_float_repr(cs_float_of(v), text);
  cs_status st = cs_str_room(ctx, n, n, CS_STR_ASCII, out, &to);
  if (st == CS_OK) memcpy(to, text, n);
  return st;
}

cs_status cs_op_repr(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (cs_is_int(v)) return small_int(ctx, v, out);
  if (cs_is_float(v)) return small_float(ctx, v, out);
  if (cs_is(v, CS_L_BIGINT)) return cs_int_to_str(ctx, v, 10, out);
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_status st = cs_repr_put(&b, v);
  return st == CS_OK ? cs_builder_finish(&b, out) : st;
}

cs_status cs_op_str(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (cs_is_str(v)) {
    *out = v;
    return CS_OK;
  }
  if (cs_is_int(v)) return small_int(ctx, v, out);
  if (cs_is_float(v)) return small_float(ctx, v, out);
  if (cs_is(v, CS_L_BIGINT)) return cs_int_to_str(ctx, v, 10, out);
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_status st = cs_repr_put_str(&b, v);
  return st == CS_OK ? cs_builder_finish(&b, out) : st;
}
