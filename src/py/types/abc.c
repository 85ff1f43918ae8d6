/*
 * abc.c - what earlier checks against abstract classes found out.
 *
 * abc.ABCMeta.__instancecheck__ is Python code (prelude/lib/abc.py).  It keeps
 * its answers in the session's store, where isinstance() looks first; whatever
 * is not as that module leaves it goes the long way.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/abc.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/types/type.h"

/* Slots of abc._Store and of abc._Entry, sorted by name. */
enum { STORE_ENTRIES, STORE_HOOK, STORE_TOKEN, STORE_SLOTS };
enum { CACHE, NEGATIVE, OWNER, REGISTRY, VERSION, ENTRY_SLOTS };

static const cs_value *slots_of(const cs_ctx *ctx, cs_value v, uint32_t n) {
  if (!cs_is_instance(v)) return NULL;
  const cs_instance *o = CS_PTR(ctx, cs_instance, v);
  bool fits = o->h.units * 16u >= offsetof(cs_instance, slot) + n * 8u;
  return fits ? o->slot : NULL;
}

cs_status cs_abc_known(cs_ctx *ctx, cs_value cls, cs_value hook, cs_off type,
                       bool *yes) {
  cs_value state = ctx->head->root[CS_ROOT_STATE], found;
  if (!cs_is_dict(state)) return CS_SLOW;
  found = cs_dict_get_name(ctx, state, cs_known(ctx, CS_N_abc));
  const cs_value *store = slots_of(ctx, found, STORE_SLOTS);
  if (!store || !cs_same(store[STORE_HOOK], hook) ||
      !cs_is_dict(store[STORE_ENTRIES]))
    return CS_SLOW;
  cs_status st =
      cs_dict_get(ctx, store[STORE_ENTRIES], cs_int(cs_ref_off(cls)), &found);
  if (st != CS_OK) return st;
  const cs_value *entry = slots_of(ctx, found, ENTRY_SLOTS);
  if (!entry || !cs_is(entry[CACHE], CS_L_SET) ||
      !cs_is(entry[NEGATIVE], CS_L_SET))
    return CS_SLOW;
  cs_value asked = cs_ref(CS_L_TYPE, type);
  st = cs_set_has(ctx, entry[CACHE], asked, yes);
  if (st != CS_OK || *yes) return st;
  if (!cs_same(entry[VERSION], store[STORE_TOKEN])) return CS_SLOW;
  st = cs_set_has(ctx, entry[NEGATIVE], asked, yes);
  if (st != CS_OK) return st;
  if (!*yes) return CS_SLOW;
  *yes = false;
  return CS_OK;
}
