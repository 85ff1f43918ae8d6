/*
 * bind.c - arguments become parameters, in place.
 *
 * Order of registers of a function: positional parameters, keyword-only ones,
 * *args, **kwargs.  Error texts are CPython's.  Everything that is allocated is
 * allocated before the first register changes.
 *
 * UNBOUND in a parameter's register means "not given yet": it is filled from
 * the defaults or reported as missing before any code of the function runs, so
 * no program ever sees it.
 *
 * Who owns what: `regs` lies on the value stack of the caller's frame and is
 * rearranged where it stands. Until place() writes, nothing has changed, so an
 * allocation that fails with CS_RETRY lets the calling instruction run again
 * with the same arguments. Texts of errors may be slow: they are made only when
 * the call fails anyway.
 *
 * Keyword names are interned strs (the compiler interns constants,
 * cs_call_spread interns the keys of a dict), so names are compared by
 * identity.
 *
 * Example, def f(a, b=2, *rest, k, **more) called as f(1, 5, 6, k=7, z=8):
 *
 *  before   regs   1  5  6  7  8          kwnames ('k', 'z')
 *  after    a=1  b=5  k=7  rest=(6,)  more={'z': 8}
 *           r0   r1   r2   r3         r4
 *
 * Natives are bound in the second half of the file by the same rules, but to
 * one register per parameter, without defaults: a native reads UNBOUND and
 * decides. Its texts differ from those of Python functions, and among each
 * other, because CPython's do: argument clinic, slots, constructors and
 * functions of one argument each have their own wording.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

typedef struct binding {
  cs_ctx *ctx;
  const cs_func *fn;
  const cs_code *code;
  cs_value *regs;
  uint32_t npos; /* positional arguments given */
  uint32_t nkw;  /* keyword arguments given */
  cs_value kwnames;
  cs_value star, kwargs; /* new *args tuple and **kwargs dict, or UNBOUND */
} binding;

/* Register `i` of the parameters by its name. */
static cs_value param_name(const binding *b, uint32_t i) {
  /* the namespace of module code and class bodies has no name */
  if (i >= cs_tuple_len(b->ctx, b->code->varnames))
    return cs_known(b->ctx, CS_N_empty);
  return cs_tuple_at(b->ctx, b->code->varnames, i);
}

/* "'a', 'b', and 'c'" into a fixed buffer; long lists are cut. `buf` is always
 * terminated: snprintf reports what it would have written, so `at` may pass
 * `cap` and then ends the loop. */
static void list_names(const binding *b, const uint32_t *which, uint32_t n,
                       char *buf, size_t cap) {
  size_t at = 0;
  for (uint32_t i = 0; i < n && at < cap; i++) {
    uint32_t len;
    const char *s = cs_str_data(b->ctx, param_name(b, which[i]), &len);
    const char *sep = i == 0       ? ""
                      : n == 2     ? " and "
                      : i == n - 1 ? ", and "
                                   : ", ";
    int w = snprintf(buf + at, cap - at, "%s'%.*s'", sep, (int)len, s);
    at += w > 0 ? (size_t)w : 0;
  }
}

/* TypeError for parameters that got no value. `n` > 0; `kind` is the word
 * CPython puts in front of "argument". */
static cs_status missing(binding *b, const uint32_t *which, uint32_t n,
                         const char *kind) {
  char names[1024] = "";
  list_names(b, which, n, names, sizeof names);
  return cs_throw(b->ctx, CS_TypeError,
                  "%v() missing %d required %s argument%s: %s", b->fn->qualname,
                  (int64_t)n, kind, n == 1 ? "" : "s", names);
}

/* Positional defaults, which belong to the last parameters. A program may
 * assign any tuple to __defaults__, so there can be more of them than
 * parameters: callers compare before they subtract. */
static uint32_t count_defaults(const binding *b) {
  return cs_is_tuple(b->fn->defaults) ? cs_tuple_len(b->ctx, b->fn->defaults)
                                      : 0;
}

/* TypeError for more positional arguments than parameters. CPython counts the
 * keyword-only arguments that were given in the same sentence. */
static cs_status too_many(binding *b) {
  uint32_t nargs = b->code->nargs, ndef = count_defaults(b);
  /* Names that are keyword-only parameters of this function, given by name. */
  uint32_t kwonly_given = 0;
  for (uint32_t i = nargs; i < nargs + (uint32_t)b->code->nkwonly; i++)
    for (uint32_t k = 0; k < b->nkw; k++)
      kwonly_given +=
          cs_same(cs_tuple_at(b->ctx, b->kwnames, k), param_name(b, i));
  char takes[64], given[96];
  if (ndef > 0)
    snprintf(takes, sizeof takes, "from %u to %u", nargs - ndef, nargs);
  else
    snprintf(takes, sizeof takes, "%u", nargs);
  /* "from 1 to 2 positional arguments", but "1 positional argument". */
  bool plural = ndef > 0 || nargs != 1;
  if (kwonly_given)
    snprintf(given, sizeof given,
             "%u positional argument%s (and %u keyword-only argument%s) were",
             b->npos, b->npos == 1 ? "" : "s", kwonly_given,
             kwonly_given == 1 ? "" : "s");
  else
    snprintf(given, sizeof given, "%u %s", b->npos,
             b->npos == 1 ? "was" : "were");
  return cs_throw(b->ctx, CS_TypeError,
                  "%v() takes %s positional argument%s but %s given",
                  b->fn->qualname, takes, plural ? "s" : "", given);
}

/* Index of the parameter `name`, UINT32_MAX if it cannot be passed by name. */
static uint32_t find_param(const binding *b, cs_value name) {
  uint32_t n = (uint32_t)b->code->nargs + b->code->nkwonly;
  for (uint32_t i = b->code->nposonly; i < n; i++)
    if (cs_same(param_name(b, i), name)) return i;
  return UINT32_MAX;
}

/* Positional-only parameters that were passed by name, all in one message;
 * CS_OK: there are none, another text applies. */
static cs_status posonly_by_name(binding *b) {
  char names[1024] = "";
  size_t at = 0;
  for (uint32_t i = 0; i < b->code->nposonly; i++)
    for (uint32_t k = 0; k < b->nkw; k++)
      if (cs_same(cs_tuple_at(b->ctx, b->kwnames, k), param_name(b, i)) &&
          at < sizeof names) {
        uint32_t len;
        const char *s = cs_str_data(b->ctx, param_name(b, i), &len);
        int w = snprintf(names + at, sizeof names - at, "%s%.*s",
                         at ? ", " : "", (int)len, s);
        at += w > 0 ? (size_t)w : 0;
      }
  if (!at) return CS_OK;
  return cs_throw(b->ctx, CS_TypeError,
                  "%v() got some positional-only arguments passed as keyword "
                  "arguments: '%s'",
                  b->fn->qualname, names);
}

/* The keyword `name` fits no parameter and there is no **kwargs. */
static cs_status unexpected(binding *b, cs_value name) {
  cs_status st = posonly_by_name(b);
  if (st != CS_OK) return st;
  return cs_throw(b->ctx, CS_TypeError,
                  "%v() got an unexpected keyword argument '%v'",
                  b->fn->qualname, name);
}

/* Allocate *args and **kwargs; keyword values go where they belong.  `kw` are
 * copies of the keyword values, `to` the parameter index of each. */
static cs_status allocate(binding *b, const uint32_t *to) {
  cs_status st;
  uint32_t flags = b->code->flags;
  /* The surplus of positional arguments, which lies behind those that have
   * parameters; none at all is the empty tuple. */
  if (flags & CS_CODE_VARARGS) {
    uint32_t extra = b->npos > b->code->nargs ? b->npos - b->code->nargs : 0;
    st = cs_tuple_new(b->ctx, b->regs + b->npos - extra, extra, &b->star);
    if (st != CS_OK) return st;
  }
  if (!(flags & CS_CODE_VARKW)) return CS_OK;
  st = cs_dict_new(b->ctx, b->nkw, &b->kwargs);
  for (uint32_t k = 0; st == CS_OK && k < b->nkw; k++)
    if (to[k] == UINT32_MAX)
      st = cs_dict_set(b->ctx, b->kwargs, cs_tuple_at(b->ctx, b->kwnames, k),
                       b->regs[b->npos + k]);
  return st;
}

/* to[k] becomes the parameter of keyword `k`, or UINT32_MAX for **kwargs.
 * Changes nothing but `to`, so every refusal leaves the registers alone. */
static cs_status resolve_keywords(binding *b, uint32_t *to) {
  for (uint32_t k = 0; k < b->nkw; k++) {
    cs_value name = cs_tuple_at(b->ctx, b->kwnames, k);
    to[k] = find_param(b, name);
    if (to[k] == UINT32_MAX && !(b->code->flags & CS_CODE_VARKW))
      return unexpected(b, name);
    /* Its register has a positional argument already. Keyword-only parameters
     * have higher numbers, so they are never meant here. */
    if (to[k] < b->npos && to[k] < b->code->nargs)
      return cs_throw(b->ctx, CS_TypeError,
                      "%v() got multiple values for argument '%v'",
                      b->fn->qualname, name);
  }
  return CS_OK;
}

/* Defaults for what is still UNBOUND. At most 256 missing names are collected:
 * registers are numbered by one byte, so there are no more parameters. */
static cs_status fill_positional(binding *b) {
  assert(b->code->nargs <= b->code->nregs);
  uint32_t nargs = b->code->nargs, ndef = count_defaults(b);
  uint32_t lost[256], n = 0;
  for (uint32_t i = 0; i < nargs; i++) {
    if (!cs_is_unbound(b->regs[i])) continue;
    if (i + ndef >= nargs)
      b->regs[i] = cs_tuple_at(b->ctx, b->fn->defaults, i + ndef - nargs);
    else if (n < 256)
      lost[n++] = i;
  }
  return n ? missing(b, lost, n, "positional") : CS_OK;
}

/* The same for keyword-only parameters, whose defaults are a dict by name. */
static cs_status fill_kwonly(binding *b) {
  uint32_t from = b->code->nargs, to = from + b->code->nkwonly;
  uint32_t lost[256], n = 0;
  for (uint32_t i = from; i < to; i++) {
    if (!cs_is_unbound(b->regs[i])) continue;
    cs_value v = CS_UNBOUND;
    if (cs_is_dict(b->fn->kwdefaults))
      v = cs_dict_get_name(b->ctx, b->fn->kwdefaults, param_name(b, i));
    b->regs[i] = v;
    if (cs_is_unbound(v) && n < 256) lost[n++] = i;
  }
  return n ? missing(b, lost, n, "keyword-only") : CS_OK;
}

/* Move the arguments to their registers and fill in defaults. Keyword values
 * are copied out first, since their registers are those of parameters that are
 * about to be cleared. */
static cs_status place(binding *b, const uint32_t *to) {
  uint32_t nargs = b->code->nargs, nparams = nargs + b->code->nkwonly;
  assert(nparams <= b->code->nregs && b->nkw <= 256);
  /* nkw is below 256: cs_bind_args refused more. The second test is for the
   * compiler, which cannot see that. */
  cs_value kw[256];
  uint32_t nkw = b->nkw < 256 ? b->nkw : 256;
  for (uint32_t k = 0; k < nkw; k++) kw[k] = b->regs[b->npos + k];
  /* From the first parameter without a positional argument on. */
  for (uint32_t i = b->npos < nargs ? b->npos : nargs; i < nparams; i++)
    b->regs[i] = CS_UNBOUND;
  for (uint32_t k = 0; k < nkw; k++)
    if (to[k] != UINT32_MAX) b->regs[to[k]] = kw[k];
  uint32_t at = nparams;
  if (b->code->flags & CS_CODE_VARARGS) b->regs[at++] = b->star;
  if (b->code->flags & CS_CODE_VARKW) b->regs[at] = b->kwargs;
  cs_status st = fill_positional(b);
  return st == CS_OK ? fill_kwonly(b) : st;
}

/* Entry for calls that bind_quick.c declined. The limit of 256 keywords is that
 * of `to` and of place(): no code object has more parameters. */
cs_status cs_bind_args(cs_ctx *ctx, const cs_func *fn, cs_value *regs,
                       uint32_t n, cs_value kwnames) {
  uint32_t nkw = cs_is_unbound(kwnames) ? 0 : cs_tuple_len(ctx, kwnames);
  assert(nkw <= n);
  const cs_code *code = CS_AT(ctx, cs_code, fn->code);
  binding b = {.ctx = ctx,
               .fn = fn,
               .code = code,
               .regs = regs,
               .npos = n - nkw,
               .nkw = nkw,
               .kwnames = kwnames,
               .star = CS_UNBOUND,
               .kwargs = CS_UNBOUND};
  uint32_t to[256];
  if (nkw > 256)
    return cs_throw(ctx, CS_TypeError, "too many keyword arguments");
  cs_status st = resolve_keywords(&b, to);
  if (st != CS_OK) return st;
  if (b.npos > code->nargs && !(code->flags & CS_CODE_VARARGS))
    return too_many(&b);
  st = allocate(&b, to);
  if (st != CS_OK) return st;
  return place(&b, to);
}

/* --- natives ------------------------------------------------------------- */

/* "str.find() takes no keyword arguments" */
static cs_status no_keywords(cs_ctx *ctx, const cs_native *nat) {
  if (nat->owner && cs_same(nat->name, cs_known(ctx, CS_N___new__)))
    return cs_throw(ctx, CS_TypeError, "%v() takes no keyword arguments",
                    cs_type_at(ctx, nat->owner)->name);
  if (!nat->owner)
    return cs_throw(ctx, CS_TypeError, "%v() takes no keyword arguments",
                    nat->name);
  return cs_throw(ctx, CS_TypeError, "%v.%v() takes no keyword arguments",
                  cs_type_at(ctx, nat->owner)->name, nat->name);
}

/* CPython's wrappers of some slots put an empty name before their text. */
static bool unpacks(cs_ctx *ctx, const cs_native *nat) {
  static const uint16_t repeat[] = {CS_N___mul__, CS_N___rmul__, CS_N___imul__};
  if (cs_same(nat->name, cs_known(ctx, CS_N___setitem__))) return true;
  uint32_t layout = nat->owner ? cs_type_at(ctx, nat->owner)->layout : 0;
  bool seq = layout == CS_L_STR || layout == CS_L_BYTES ||
             layout == CS_L_LIST || layout == CS_L_TUPLE ||
             layout == CS_L_BYTEARRAY;
  for (size_t i = 0; seq && i < sizeof repeat / sizeof *repeat; i++)
    if (cs_same(nat->name, cs_known(ctx, repeat[i]))) return true;
  return false;
}

/* Methods of the module's objects may have no class that owns them. */
static cs_value owner_name(const cs_ctx *ctx, const cs_native *nat) {
  cs_off owner = nat->owner ? nat->owner : ctx->image->cls[CS_L_INSTANCE];
  return cs_type_at(ctx, owner)->name;
}

typedef struct arity { /* self is not counted */
  uint32_t self;       /* 1: there is one */
  uint32_t min, max, given;
  cs_value name;
  bool ctor;
} arity;

/* Counts as the texts want them: a receiver is never part of them. */
static arity arity_of(cs_ctx *ctx, const cs_native *nat, uint32_t n) {
  uint32_t self = nat->h.flags & (CS_NATIVE_METHOD | CS_NATIVE_CLASS) ? 1 : 0;
  assert(nat->min >= self && nat->max >= nat->kwonly + self);
  arity a = {.self = self,
             .min = nat->min - self,
             .max = nat->max - nat->kwonly - self,
             .given = n > self ? n - self : 0,
             .name = nat->name};
  a.ctor = nat->owner && cs_same(a.name, cs_known(ctx, CS_N___new__));
  if (a.ctor) a.name = cs_type_at(ctx, nat->owner)->name;
  return a;
}

/* The ending of a word that counts `n` things. */
static const char *plural(uint32_t n) {
  return n == 1 ? "" : "s";
}

/* All parameters are keyword-only, such as those of sorted()'s key and
 * reverse. */
static cs_status count_keywords_only(cs_ctx *ctx, const cs_native *nat,
                                     const arity *a) {
  if (a->given <= nat->kwonly)
    return cs_throw(ctx, CS_TypeError, "%v() takes no positional arguments",
                    a->name);
  return cs_throw(ctx, CS_TypeError,
                  "%v() takes at most %d arguments (%d given)", a->name,
                  (int64_t)nat->kwonly, (int64_t)a->given);
}

/* Parameters that can be passed by name.  CS_OK: another text is the one. */
static cs_status count_named(cs_ctx *ctx, const cs_native *nat,
                             const arity *a) {
  if (a->given < a->min && a->given + a->self < nat->posonly)
    return cs_throw(ctx, CS_TypeError,
                    "%v() takes at least %d positional argument%s (%d given)",
                    a->name, (int64_t)a->min, plural(a->min),
                    (int64_t)a->given);
  if (nat->h.flags & CS_NATIVE_VARARGS) return CS_OK;
  if (a->given > a->max)
    return cs_throw(ctx, CS_TypeError,
                    "%v() takes at most %d %sargument%s (%d given)", a->name,
                    (int64_t)a->max, nat->kwonly ? "positional " : "",
                    plural(a->max), (int64_t)a->given);
  if (a->given >= a->min) return CS_OK;
  return cs_throw(ctx, CS_TypeError,
                  cs_str_eq_c(ctx, a->name, "enumerate")
                      ? "%v() missing required argument '%v'"
                      : "%v() missing required argument '%v' (pos %d)",
                  a->name, cs_tuple_at(ctx, nat->params, a->given + a->self),
                  (int64_t)a->given + 1);
}

/* Those that take none, or exactly one, say so in words. */
static cs_status count_one(cs_ctx *ctx, const cs_native *nat, const arity *a) {
  const char *how = a->max ? "exactly one argument" : "no arguments";
  if (a->self && (nat->owner || !a->max))
    return cs_throw(ctx, CS_TypeError, "%v.%v() takes %s (%d given)",
                    owner_name(ctx, nat), a->name, how, (int64_t)a->given);
  if (!a->self && cs_is_str(nat->module) &&
      !cs_str_eq_c(ctx, nat->module, "builtins"))
    return cs_throw(ctx, CS_TypeError, "%v.%v() takes %s (%d given)",
                    nat->module, a->name, how, (int64_t)a->given);
  return cs_throw(ctx, CS_TypeError, "%v() takes %s (%d given)", a->name, how,
                  (int64_t)a->given);
}

/* TypeError for a wrong number of arguments, in the words CPython has for the
 * kind of function. */
static cs_status native_count(cs_ctx *ctx, const cs_native *nat, uint32_t n) {
  arity a = arity_of(ctx, nat, n);
  bool exact = a.min == a.max, slot = nat->h.flags & CS_NATIVE_SLOT;
  if (a.max == 0 && nat->kwonly) return count_keywords_only(ctx, nat, &a);
  if (exact && ((a.ctor && nat->posonly == nat->max) || nat->kwonly))
    return cs_throw(ctx, CS_TypeError, "%v expected %d argument%s, got %d",
                    a.name, (int64_t)a.max, plural(a.max), (int64_t)a.given);
  if (nat->posonly < nat->max) {
    cs_status st = count_named(ctx, nat, &a);
    if (st != CS_OK) return st;
  }
  if (slot && a.self && exact)
    return cs_throw(ctx, CS_TypeError, "%sexpected %d argument%s, got %d",
                    unpacks(ctx, nat) ? " " : "", (int64_t)a.max, plural(a.max),
                    (int64_t)a.given);
  if (a.max == 0 || (exact && a.max == 1)) return count_one(ctx, nat, &a);
  if (slot && !a.ctor) a.name = cs_known(ctx, CS_N_empty);
  bool few = a.given < a.min;
  uint32_t bound = few ? a.min : a.max;
  const char *how = exact ? "" : few ? "at least " : "at most ";
  return cs_throw(ctx, CS_TypeError, "%v expected %s%d argument%s, got %d",
                  a.name, how, (int64_t)bound, plural(bound), (int64_t)a.given);
}

/* The constructor of a built-in leaves keywords to the __init__ of a subclass,
 * list.__init__ to its __new__. */
static bool ignores_keywords(cs_ctx *ctx, const cs_native *nat,
                             cs_value first) {
  if (!nat->owner) return false;
  if (cs_same(nat->name, cs_known(ctx, CS_N___new__)))
    return cs_is_type(first) && cs_ref_off(first) != nat->owner &&
           CS_PTR(ctx, cs_type, first)->flags & CS_TYPE_HINIT;
  if (!cs_same(nat->name, cs_known(ctx, CS_N___init__)) ||
      cs_type_at(ctx, nat->owner)->layout != CS_L_LIST)
    return false;
  return cs_type_at(ctx, cs_class_of(ctx, first))->flags & CS_TYPE_HNEW;
}

/* Put the values of keywords into the registers of their parameters; the others
 * become UNBOUND, which a native reads as "use the default". The registers from
 * `npos` up to nat->max are ours: cs_call_direct made sure of the room. */
static cs_status native_keywords(cs_ctx *ctx, const cs_native *nat,
                                 cs_value *regs, uint32_t npos,
                                 cs_value kwnames) {
  assert(nat->max <= UINT8_MAX);
  uint32_t nkw = cs_tuple_len(ctx, kwnames);
  cs_value kw[16];
  if (nkw > 16) return cs_throw(ctx, CS_TypeError, "too many arguments");
  for (uint32_t k = 0; k < nkw; k++) kw[k] = regs[npos + k];
  for (uint32_t i = npos; i < nat->max; i++) regs[i] = CS_UNBOUND;
  for (uint32_t k = 0; k < nkw; k++) {
    cs_value name = cs_tuple_at(ctx, kwnames, k);
    uint32_t i = nat->posonly;
    while (i < nat->max && !cs_same(cs_tuple_at(ctx, nat->params, i), name))
      i++;
    cs_value shown = nat->name;
    if (!nat->owner && cs_str_eq_c(ctx, shown, "sorted"))
      shown = cs_known(ctx, CS_N_sort);
    if (nat->owner && cs_same(shown, cs_known(ctx, CS_N___new__)))
      shown = cs_type_at(ctx, nat->owner)->name;
    if (i == nat->max && nat->posonly == nat->max) {
      if (ignores_keywords(ctx, nat, regs[0])) continue;
      return no_keywords(ctx, nat);
    }
    if (i == nat->max)
      return cs_throw(ctx, CS_TypeError,
                      "'%v' is an invalid keyword argument for %v()", name,
                      shown);
    if (!cs_is_unbound(regs[i]))
      return cs_throw(ctx, CS_TypeError,
                      "argument for %v() given by name ('%v') and position "
                      "(%d)",
                      shown, name, (int64_t)(i + 1));
    regs[i] = kw[k];
  }
  for (uint32_t i = 0; i < nat->min; i++)
    if (cs_is_unbound(regs[i]))
      return cs_throw(ctx, CS_TypeError,
                      "%v() missing required argument '%v' (pos %d)", nat->name,
                      cs_tuple_at(ctx, nat->params, i), (int64_t)(i + 1));
  return CS_OK;
}

/* On success `*n` is the number of registers that the native gets: all its
 * parameters, or with VARARGS exactly those given. */
cs_status cs_bind_native(cs_ctx *ctx, const cs_native *nat, cs_value *regs,
                         uint32_t *n, cs_value kwnames) {
  assert(*n >= (cs_is_unbound(kwnames) ? 0 : cs_tuple_len(ctx, kwnames)));
  uint32_t nkw = cs_is_unbound(kwnames) ? 0 : cs_tuple_len(ctx, kwnames);
  uint32_t npos = *n - nkw;
  /* All arguments are handed over as they are; keywords go to the fallback,
   * which cs_call_direct has tried before. */
  if (nat->h.flags & CS_NATIVE_VARARGS) {
    if (nkw) return no_keywords(ctx, nat);
    return npos < nat->min ? native_count(ctx, nat, npos) : CS_OK;
  }
  if (npos > (uint32_t)nat->max - nat->kwonly || (npos < nat->min && !nkw) ||
      (npos < nat->min && npos < nat->posonly && nat->posonly < nat->max))
    return native_count(ctx, nat, npos);
  *n = nat->max;
  if (nkw) return native_keywords(ctx, nat, regs, npos, kwnames);
  for (uint32_t i = npos; i < nat->max; i++) regs[i] = CS_UNBOUND;
  return CS_OK;
}
