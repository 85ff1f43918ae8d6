/*
 * repr_atom.c - repr() of values that contain no others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "num/dtoa.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/ops.h"
#include "py/types/quote.h"
#include "py/types/repr.h"
#include "py/types/type.h"

/* --- who defines it ------------------------------------------------------ */

static cs_repr_how classify(cs_ctx *ctx, cs_value v, cs_off cls, cs_off owner) {
  const cs_image *im = ctx->image;
  if (owner == im->cls[CS_L_INSTANCE]) return CS_REPR_DEFAULT;
  if (owner && cs_is_exception(ctx, v) &&
      cs_type_at(ctx, owner)->flags & CS_TYPE_EXCEPTION)
    return CS_REPR_EXC;
  cs_value inner = cs_unwrap(ctx, v);
  if (cs_same(inner, v))
    return owner == cls && !cs_is(v, CS_L_BOX) ? CS_REPR_OWN : CS_REPR_PYTHON;
  return cs_type_sub(ctx, cs_class_of(ctx, inner), owner) ? CS_REPR_PAYLOAD
                                                          : CS_REPR_PYTHON;
}

cs_repr_how cs_repr_find(cs_ctx *ctx, cs_value v, cs_name_id name) {
  cs_off cls = cs_class_of(ctx, v);
  cs_value f = cs_type_find(ctx, cls, cs_known(ctx, name));
  if (cs_is(f, CS_L_NATIVE))
    return classify(ctx, v, cls, CS_PTR(ctx, cs_native, f)->owner);
  return cs_is_unbound(f) ? CS_REPR_DEFAULT : CS_REPR_PYTHON;
}

/* --- names --------------------------------------------------------------- */

void cs_repr_type_name(cs_builder *b, cs_off type) {
  cs_ctx *ctx = b->ctx;
  const cs_type *t = cs_type_at(ctx, type);
  cs_value mod = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, t->dict),
                                  cs_known(ctx, CS_N___module__));
  if (cs_is_str(mod) && !cs_str_eq_c(ctx, mod, "builtins")) {
    cs_builder_str(b, mod);
    cs_builder_c(b, ".");
  }
  cs_builder_str(b, t->qualname);
}

static void put_at(cs_builder *b, cs_value v) {
  cs_builder_c(b, " at ");
  cs_builder_address(b, cs_ref_off(v));
}

void cs_repr_object(cs_builder *b, cs_value v) {
  cs_builder_c(b, "<");
  cs_repr_type_name(b, cs_class_of(b->ctx, v));
  cs_builder_c(b, " object");
  put_at(b, v);
  cs_builder_c(b, ">");
}

/* "'name' of 'owner' objects>" */
static void put_descriptor(cs_builder *b, const char *what, cs_value name,
                           cs_off owner) {
  cs_builder_c(b, what);
  cs_builder_str(b, name);
  cs_builder_c(b, "' of '");
  cs_builder_str(b, cs_type_at(b->ctx, owner)->name);
  cs_builder_c(b, "' objects>");
}

/* --- numbers ------------------------------------------------------------- */

static void put_float(cs_builder *b, double x, unsigned flags) {
  char *to = cs_builder_room(b, 64);
  size_t n;
  if (to && cs_float_format(x, 'r', -1, flags, to, 64, &n) == CS_OK)
    cs_builder_wrote(b, n, n);
}

static void put_complex(cs_builder *b, const cs_complex *c) {
  bool bare = c->re == 0 && !signbit(c->re);
  if (!bare) {
    cs_builder_c(b, "(");
    put_float(b, c->re, 0);
  }
  put_float(b, c->im, bare ? 0 : CS_FLOAT_PLUS);
  cs_builder_c(b, bare ? "j" : "j)");
}

static cs_status put_bigint(cs_builder *b, cs_value v) {
  cs_value text;
  cs_status st = cs_int_to_str(b->ctx, v, 10, &text);
  if (st == CS_OK) cs_builder_str(b, text);
  return st;
}

static cs_status put_int(cs_builder *b, cs_value v) {
  if (!cs_is_int(v)) return put_bigint(b, v);
  cs_builder_int(b, cs_int_of(v));
  return CS_OK;
}

static cs_status put_range(cs_builder *b, cs_value v) {
  const cs_range *r = CS_PTR(b->ctx, cs_range, v);
  cs_builder_c(b, "range(");
  cs_status st = put_int(b, r->start);
  cs_builder_c(b, ", ");
  if (st == CS_OK) st = put_int(b, r->stop);
  if (st == CS_OK && !cs_same(r->step, cs_int(1))) {
    cs_builder_c(b, ", ");
    st = put_int(b, r->step);
  }
  cs_builder_c(b, ")");
  return st;
}

/* --- code ---------------------------------------------------------------- */

static void put_native(cs_builder *b, cs_value v) {
  const cs_native *n = CS_PTR(b->ctx, cs_native, v);
  if (n->owner && n->h.flags & CS_NATIVE_METHOD) {
    put_descriptor(
        b, n->h.flags & CS_NATIVE_SLOT ? "<slot wrapper '" : "<method '",
        n->name, n->owner);
    return;
  }
  cs_builder_c(b, "<built-in function ");
  cs_builder_str(b, n->name);
  cs_builder_c(b, ">");
}

/* A bound native; other functions are printed with their self by repr.c. */
static cs_status put_method(cs_builder *b, cs_value v) {
  cs_ctx *ctx = b->ctx;
  const cs_method *m = CS_PTR(ctx, cs_method, v);
  if (!cs_is(m->func, CS_L_NATIVE)) return CS_SLOW;
  const cs_native *n = CS_PTR(ctx, cs_native, m->func);
  cs_builder_c(b, n->h.flags & CS_NATIVE_SLOT ? "<method-wrapper '"
                                              : "<built-in method ");
  cs_builder_str(b, n->name);
  cs_builder_c(b, n->h.flags & CS_NATIVE_SLOT ? "' of " : " of ");
  cs_builder_str(b, cs_type_name_of(ctx, m->self));
  cs_builder_c(b, " object");
  put_at(b, m->self);
  cs_builder_c(b, ">");
  return CS_OK;
}

static void put_code(cs_builder *b, cs_value v) {
  const cs_code *c = CS_PTR(b->ctx, cs_code, v);
  cs_builder_c(b, "<code object ");
  cs_builder_str(b, c->name);
  put_at(b, v);
  cs_builder_c(b, ", file \"");
  if (cs_is_str(c->filename)) cs_builder_str(b, c->filename);
  cs_builder_c(b, "\", line ");
  cs_builder_int(b, c->firstline);
  cs_builder_c(b, ">");
}

static void put_cell(cs_builder *b, cs_value v) {
  cs_value inner = CS_PTR(b->ctx, cs_cell, v)->v;
  cs_builder_c(b, "<cell");
  put_at(b, v);
  if (cs_is_unbound(inner)) {
    cs_builder_c(b, ": empty>");
    return;
  }
  cs_builder_c(b, ": ");
  cs_builder_str(b, cs_type_name_of(b->ctx, inner));
  cs_builder_c(b, " object");
  put_at(b, inner);
  cs_builder_c(b, ">");
}

static cs_status put_gen(cs_builder *b, cs_value v) {
  cs_ctx *ctx = b->ctx;
  const cs_gen *g = CS_PTR(ctx, cs_gen, v);
  const cs_image *im = ctx->image;
  bool named = g->cls == im->cls[CS_L_GEN] ||
               g->cls == cs_ref_off(im->special[CS_CLS_COROUTINE]) ||
               g->cls == cs_ref_off(im->special[CS_CLS_ASYNCGEN]);
  if (!named) {
    if (cs_repr_find(ctx, v, CS_N___repr__) == CS_REPR_PYTHON) return CS_SLOW;
    cs_repr_object(b, v);
    return CS_OK;
  }
  cs_builder_c(b, "<");
  cs_builder_str(b, cs_type_at(ctx, g->cls)->name);
  cs_builder_c(b, " object ");
  if (cs_is_str(g->qualname)) cs_builder_str(b, g->qualname);
  put_at(b, v);
  cs_builder_c(b, ">");
  return CS_OK;
}

static cs_status put_module(cs_builder *b, cs_value v) {
  cs_ctx *ctx = b->ctx;
  cs_value dict = cs_space_of(ctx, v);
  cs_value name = cs_dict_get_name(ctx, dict, cs_known(ctx, CS_N___name__));
  cs_value file = cs_dict_get_name(ctx, dict, cs_known(ctx, CS_N___file__));
  cs_builder_c(b, "<module ");
  if (cs_is_str(name))
    cs_quote_str(b, name);
  else
    cs_builder_c(b, "'?'");
  if (cs_is_str(file)) {
    cs_builder_c(b, " from ");
    cs_quote_str(b, file);
    cs_builder_c(b, ">");
  } else {
    cs_value spec = cs_dict_get_name(ctx, dict, cs_known(ctx, CS_N___spec__));
    cs_builder_c(b, cs_is_none(spec) ? ">" : " (built-in)>");
  }
  return CS_OK;
}

/* --- classes and their parts --------------------------------------------- */

static cs_status put_type(cs_builder *b, cs_value v) {
  if (cs_repr_find(b->ctx, v, CS_N___repr__) == CS_REPR_PYTHON) return CS_SLOW;
  cs_builder_c(b, "<class '");
  cs_repr_type_name(b, cs_ref_off(v));
  cs_builder_c(b, "'>");
  return CS_OK;
}

static void put_super(cs_builder *b, cs_value v) {
  cs_ctx *ctx = b->ctx;
  const cs_super *s = CS_PTR(ctx, cs_super, v);
  cs_builder_c(b, "<super: <class '");
  if (cs_is_type(s->type))
    cs_builder_str(b, CS_PTR(ctx, cs_type, s->type)->name);
  cs_builder_c(b, "'>, ");
  if (cs_is_type(s->obj_type)) {
    cs_builder_c(b, "<");
    cs_builder_str(b, CS_PTR(ctx, cs_type, s->obj_type)->name);
    cs_builder_c(b, " object>>");
  } else {
    cs_builder_c(b, "NULL>");
  }
}

static void put_weakref(cs_builder *b, cs_value v) {
  const cs_weakref *w = CS_PTR(b->ctx, cs_weakref, v);
  cs_value target = {w->target};
  cs_builder_c(b, "<weakref");
  put_at(b, v);
  if (w->h.flags & 1) {
    cs_builder_c(b, "; dead>");
    return;
  }
  cs_builder_c(b, "; to '");
  cs_builder_str(b, cs_type_name_of(b->ctx, target));
  cs_builder_c(b, "'");
  put_at(b, target);
  cs_builder_c(b, ">");
}

static cs_status put_immediate(cs_builder *b, cs_value v) {
  static const char *const text[] = {"None",     "False",          "True",
                                     "Ellipsis", "NotImplemented", "<unbound>"};
  uint64_t k = v.bits & 7;
  cs_builder_c(b, text[k < CS_IMMEDIATE_COUNT ? k : CS_UNBOUND_K]);
  return CS_OK;
}

/* <function f at 0x...> and the like. */
static cs_status put_named(cs_builder *b, const char *open, cs_value name,
                           cs_value v) {
  cs_builder_c(b, open);
  if (cs_is_str(name)) cs_builder_str(b, name);
  put_at(b, v);
  cs_builder_c(b, ">");
  return CS_OK;
}

static cs_status put_anonymous(cs_builder *b, cs_value v) {
  if (cs_repr_find(b->ctx, v, CS_N___repr__) == CS_REPR_PYTHON) return CS_SLOW;
  cs_repr_object(b, v);
  return CS_OK;
}

static cs_status put_ref(cs_builder *b, cs_value v) {
  cs_ctx *ctx = b->ctx;
  switch (cs_ref_layout(v)) {
    case CS_L_STR: return cs_quote_str(b, v), CS_OK;
    case CS_L_BYTES: {
      const cs_bytes *s = CS_PTR(ctx, cs_bytes, v);
      return cs_quote_bytes(b, s->data, s->len, false), CS_OK;
    }
    case CS_L_BIGINT: return put_bigint(b, v);
    case CS_L_COMPLEX: return put_complex(b, CS_PTR(ctx, cs_complex, v)), CS_OK;
    case CS_L_RANGE: return put_range(b, v);
    case CS_L_FUNC:
      return put_named(b, "<function ", CS_PTR(ctx, cs_func, v)->qualname, v);
    case CS_L_HOSTFUNC:
      return put_named(b, "<function ", CS_PTR(ctx, cs_hostfunc, v)->name, v);
    case CS_L_NATIVE: return put_native(b, v), CS_OK;
    case CS_L_METHOD: return put_method(b, v);
    case CS_L_CELL: return put_cell(b, v), CS_OK;
    case CS_L_CODE: return put_code(b, v), CS_OK;
    case CS_L_TYPE: return put_type(b, v);
    case CS_L_MODULE: return put_module(b, v);
    case CS_L_GEN: return put_gen(b, v);
    case CS_L_SUPER: return put_super(b, v), CS_OK;
    case CS_L_MEMVIEW:
      return put_named(b,
                       CS_PTR(ctx, cs_memview, v)->h.flags & 2
                           ? "<released memory"
                           : "<memory",
                       CS_NONE, v);
    case CS_L_WEAKREF: return put_weakref(b, v), CS_OK;
    case CS_L_MEMBER: {
      const cs_member *m = CS_PTR(ctx, cs_member, v);
      return put_descriptor(b, "<member '", m->name, m->owner), CS_OK;
    }
    case CS_L_GETSET: {
      const cs_getset *g = CS_PTR(ctx, cs_getset, v);
      return put_descriptor(b, "<attribute '", g->name, g->owner), CS_OK;
    }
    default: return put_anonymous(b, v);
  }
}

cs_status cs_repr_atom(cs_builder *b, cs_value v) {
  if (cs_is_ref(v)) return put_ref(b, v);
  if (cs_is_int(v)) {
    cs_builder_int(b, cs_int_of(v));
  } else if (cs_is_float(v)) {
    put_float(b, cs_float_of(v), CS_FLOAT_DOT0);
  } else {
    return put_immediate(b, v);
  }
  return CS_OK;
}
