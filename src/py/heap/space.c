/*
 * space.c - namespaces of modules: private dicts, and the image's.
 *
 * A module of the image is read-only and shared by all sessions; the first
 * write to it gives the session a dict of its own, which is kept under the
 * module's number in CS_ROOT_SPACES.  Numbers start at 1; 0 is a module of the
 * session. Everybody who reads or writes a module's names goes through
 * cs_space_of or cs_space_own, never through cs_module.dict.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/space.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"

static cs_status need_spaces(cs_ctx *ctx) {
  cs_value *root = &ctx->head->root[CS_ROOT_SPACES], made;
  if (!cs_is_none(*root)) return CS_OK;
  cs_status st = cs_tuple_new(ctx, NULL, ctx->image->nmodules, &made);
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < ctx->image->nmodules; i++)
    cs_tuple_items(ctx, made)[i] = CS_NONE;
  *root = made;
  return CS_OK;
}

cs_status cs_space_own(cs_ctx *ctx, cs_value module, cs_value *dict) {
  const cs_module *m = CS_PTR(ctx, cs_module, module);
  *dict = cs_space_of(ctx, module);
  if (m->number == 0 || !cs_is_none(cs_space_private(ctx, m))) return CS_OK;
  cs_status st = need_spaces(ctx);
  if (st == CS_OK) st = cs_dict_copy(ctx, *dict, dict);
  if (st != CS_OK) return st;
  cs_value all = ctx->head->root[CS_ROOT_SPACES];
  assert(m->number <= cs_tuple_len(ctx, all));
  cs_tuple_items(ctx, all)[m->number - 1] = *dict;
  return CS_OK;
}

/* A second module, with a copy of what the image's has. */
static cs_status make_twin(cs_ctx *ctx, cs_value module, cs_value *out) {
  cs_value dict, from = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, module)->dict);
  cs_off off;
  cs_status st = cs_dict_copy(ctx, from, &dict);
  if (st == CS_OK) st = cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(dict);
  *out = cs_ref(CS_L_MODULE, off);
  return CS_OK;
}

cs_status cs_space_enter(cs_ctx *ctx, cs_value module, cs_value *out) {
  assert(cs_is(module, CS_L_MODULE));
  uint32_t n = CS_PTR(ctx, cs_module, module)->number;
  if (n == 0 || n > CS_MODULE_MAX) return make_twin(ctx, module, out);
  uint32_t *word = &ctx->head->entered[(n - 1) / 32], bit = 1u << (n - 1) % 32;
  if (*word & bit) return make_twin(ctx, module, out);
  *word |= bit;
  *out = module;
  return CS_OK;
}

bool cs_space_check(const cs_ctx *ctx, cs_value spaces) {
  if (cs_is_none(spaces)) return true;
  if (!cs_is_tuple(spaces) || cs_tuple_len(ctx, spaces) != ctx->image->nmodules)
    return false;
  for (uint32_t i = 0; i < ctx->image->nmodules; i++) {
    cs_value d = cs_tuple_at(ctx, spaces, i);
    if (!cs_is_none(d) && !cs_is_dict(d)) return false;
  }
  return true;
}

cs_status cs_space_shown(cs_ctx *ctx, cs_value dict, cs_value *out) {
  cs_value key = cs_known(ctx, CS_N___name__);
  *out = dict;
  if (!cs_is_frozen(ctx, dict)) return CS_OK;
  cs_value name = cs_dict_get_name(ctx, dict, key);
  cs_status st = cs_dict_new(ctx, 1, out);
  if (st != CS_OK || cs_is_unbound(name)) return st;
  return cs_dict_set(ctx, *out, key, name);
}

/* --- the image ----------------------------------------------------------- */

/* Name of the module that made a function, or UNBOUND. */
static cs_value home_of(cs_ctx *ctx, cs_value v) {
  if (cs_is(v, CS_L_NATIVE)) return CS_PTR(ctx, cs_native, v)->module;
  if (!cs_is(v, CS_L_FUNC)) return CS_UNBOUND;
  cs_value d = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_func, v)->globals);
  return cs_dict_get_name(ctx, d, cs_known(ctx, CS_N___name__));
}

/* Helpers of the engine that library code keeps among its globals. */
static bool is_helper(cs_ctx *ctx, cs_value dict, cs_value v) {
  cs_value home = home_of(ctx, v), own;
  if (!cs_is_str(home)) return false;
  if (cs_is(v, CS_L_NATIVE) && cs_str_eq_c(ctx, home, "intrinsics"))
    return true;
  own = cs_dict_get_name(ctx, dict, cs_known(ctx, CS_N___name__));
  uint32_t len;
  if (!cs_is_str(own) || *cs_str_data(ctx, own, &len) == '_') return false;
  return cs_str_eq_c(ctx, home, "_caisson") ||
         (cs_is(v, CS_L_NATIVE) &&
          cs_str_eq_c(ctx, CS_PTR(ctx, cs_native, v)->name, "os_call"));
}

static bool is_listed(cs_ctx *ctx, cs_value names, cs_value name) {
  if (!cs_is_tuple(names)) return false;
  for (uint32_t i = 0; i < cs_tuple_len(ctx, names); i++)
    if (cs_str_eq(ctx, cs_tuple_at(ctx, names, i), name)) return true;
  return false;
}

/* What programs see of a library module: the same dict if nothing is hidden. */
static cs_status make_view(cs_ctx *ctx, cs_value dict, cs_value *out) {
  cs_value listed, key, v, names;
  cs_status st = cs_str_intern_bytes(ctx, "_hidden_names", 13, &listed);
  if (st != CS_OK) return st;
  names = cs_dict_get_name(ctx, dict, listed);
  uint32_t pos = 0, hidden = 0;
  while (cs_dict_next(ctx, dict, &pos, &key, &v))
    hidden += is_helper(ctx, dict, v) || is_listed(ctx, names, key);
  *out = dict;
  if (!hidden && cs_is_unbound(names)) return CS_OK;
  st = cs_dict_new(ctx, cs_dict_len(ctx, dict), out);
  for (pos = 0; st == CS_OK && cs_dict_next(ctx, dict, &pos, &key, &v);)
    if (!is_helper(ctx, dict, v) && !is_listed(ctx, names, key) &&
        !cs_same(key, listed))
      st = cs_dict_set(ctx, *out, key, v);
  return st;
}

static cs_status finish_module(cs_ctx *ctx, cs_value module) {
  cs_module *m = CS_PTR(ctx, cs_module, module);
  cs_value init, view;
  if (m->number) {
    m->h.flags |= CS_MODULE_ALIAS;
    return CS_OK;
  }
  cs_status st = cs_str_intern_bytes(ctx, "_init_module", 12, &init);
  if (st == CS_OK) st = make_view(ctx, cs_ref(CS_L_DICT, m->dict), &view);
  if (st != CS_OK) return st;
  if (!cs_is_unbound(cs_dict_get_name(ctx, view, init)))
    m->h.flags |= CS_MODULE_LAZY;
  m->dict = cs_ref_off(view);
  m->number = ++ctx->image->nmodules;
  return CS_OK;
}

cs_status cs_space_finish(cs_ctx *ctx) {
  cs_value key, v;
  uint32_t pos = 0;
  while (cs_dict_next(ctx, ctx->image->modules, &pos, &key, &v)) {
    if (!cs_is(v, CS_L_MODULE) || cs_str_eq_c(ctx, key, "intrinsics") ||
        cs_str_eq_c(ctx, key, "builtins"))
      continue;
    cs_status st = finish_module(ctx, v);
    if (st != CS_OK) return st;
  }
  return ctx->image->nmodules <= CS_MODULE_MAX ? CS_OK : CS_ECORRUPT;
}
