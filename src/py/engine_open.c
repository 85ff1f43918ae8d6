/*
 * engine_open.c - memory of a session: regions, image, fresh state.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "digest/digest.h"
#include "py/engine_build.h"
#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/icache.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/mod/box_check.h"
#include "py/mod/re_cache.h"
#include "py/mod/re_obj.h"
#include "py/snap/compact.h"
#include "py/snap/image.h"
#include "py/snap/slim.h"
#include "py/snap/snapshot.h"
#include "py/types/key.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "py/vm/vm.h"

#define FIRST_HEAP UINT64_C(0x40000) /* room beyond twice the limit */

static void init_ctx(cs_engine *e) {
  cs_ctx *c = &e->ctx;
  cs_slot_attach(e->slot, c);
  c->interrupt = &e->interrupt;
  c->host = e;
  c->leaf = cs_natives_leaf;
  c->check_box = cs_box_check;
  c->next_match = cs_re_next_match;
  c->key_hash = cs_key_hash;
  c->key_eq = cs_key_eq;
  c->brief = cs_brief_call;
  c->x_getattr_hook = CS_X_getattr_hook;
}

/* What the limits decide in the head. */
static void apply_limits(cs_engine *e) {
  cs_head *h = e->ctx.head;
  uint64_t end = CS_HEAP_BASE + 2 * e->limits.memory + FIRST_HEAP;
  h->heap_limit =
      end < CS_ARENA_MAX ? end & ~(CS_PAGE - 1) : CS_ARENA_MAX - CS_PAGE;
  h->limit = e->limits.memory;
  h->recursion_limit = e->limits.recursion;
  h->hash_key = e->limits.hash_key;
  h->out_limit = e->limits.output;
  h->fuel_left = e->limits.fuel;
  e->lent = 0;
  cs_ctx_frames(&e->ctx);
  cs_alloc_pace(&e->ctx);
}

/* Head of a session without any object yet. */
static void init_head(cs_engine *e) {
  cs_head *h = e->ctx.head;
  memset(h, 0, sizeof *h);
  h->heap_top = CS_HEAP_BASE;
  h->next_gc = CS_GC_LEAST >> 4;
  h->stack_top = CS_STACK_BASE;
  h->stack_soft = cs_snap_soft_end(CS_STACK_BASE);
  h->int_digits = 4300;
  h->keyver = CS_DICT_VERSION;
  for (uint32_t i = 0; i < CS_ROOT_COUNT; i++) h->root[i] = CS_NONE;
  apply_limits(e);
}

/* __main__ and sys.modules. */
static cs_status init_main(cs_ctx *ctx) {
  cs_value *root = ctx->head->root, main;
  cs_off off;
  root[CS_ROOT_BUILTINS] = ctx->image->builtins;
  cs_status st = cs_dict_new(ctx, 8, &root[CS_ROOT_GLOBALS]);
  if (st == CS_OK) st = cs_dict_new(ctx, 8, &root[CS_ROOT_MODULES]);
  if (st == CS_OK) st = cs_dict_new(ctx, 0, &root[CS_ROOT_STATE]);
  if (st == CS_OK) st = cs_list_new(ctx, NULL, 0, &root[CS_ROOT_CLASSES]);
  if (st == CS_OK)
    st = cs_dict_set(ctx, root[CS_ROOT_GLOBALS], cs_known(ctx, CS_N___name__),
                     cs_known(ctx, CS_N___main__));
  static const uint16_t none[] = {CS_N___doc__, CS_N___package__,
                                  CS_N___loader__, CS_N___spec__};
  for (size_t i = 0; st == CS_OK && i < 4; i++)
    st = cs_dict_set(ctx, root[CS_ROOT_GLOBALS], cs_known(ctx, none[i]),
                     CS_NONE);
  if (st == CS_OK) st = cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(root[CS_ROOT_GLOBALS]);
  main = cs_ref(CS_L_MODULE, off);
  st = cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(ctx->image->builtins);
  st = cs_dict_set(ctx, root[CS_ROOT_GLOBALS], cs_known(ctx, CS_N___builtins__),
                   cs_ref(CS_L_MODULE, off));
  if (st != CS_OK) return st;
  st = cs_exc_new(ctx, cs_exc_class(ctx, CS_MemoryError),
                  ctx->image->empty_tuple, &root[CS_ROOT_NOMEM]);
  if (st != CS_OK) return st;
  CS_PTR(ctx, cs_instance, root[CS_ROOT_NOMEM])->h.flags |= CS_INST_LIMIT;
  return cs_dict_set(ctx, root[CS_ROOT_MODULES], cs_known(ctx, CS_N___main__),
                     main);
}

/* The first session of a pool is made step by step and kept as the seed of all
 * others.  Two threads may both make one; the second result is dropped. */
static cs_status make_seed(cs_engine *e) {
  cs_pool *p = e->pool;
  init_head(e);
  cs_status st = init_main(&e->ctx);
  if (st != CS_OK) return st;
  uint32_t len = (uint32_t)(e->ctx.head->heap_top - CS_HEAP_BASE);
  uint8_t *bytes = malloc(len);
  if (!bytes) return CS_EOS;
  memcpy(bytes, cs_at(&e->ctx, CS_HEAP_BASE), len);
  if (!cs_slot_plant(p, e->ctx.head, bytes, len)) free(bytes);
  return CS_OK;
}

/* Fresh state in an empty slot. */
static cs_status start_fresh(cs_engine *e) {
  cs_ctx *c = &e->ctx;
  if (!cs_slot_sow(e->pool, c)) {
    cs_limits mine = e->limits;
    cs_limits_default(&e->limits); /* the seed must not depend on ours */
    cs_status st = make_seed(e);
    e->limits = mine;
    if (st != CS_OK) return st;
  }
  apply_limits(e);
  return c->head->live > e->limits.memory ? CS_ELIMIT : CS_OK;
}

cs_status cs_engine_take_slot(cs_engine *e) {
  cs_status st = cs_slot_take(e->pool, &e->slot);
  if (st != CS_OK) return st;
  cs_scratch_limit(&e->slot->scratch, (size_t)e->limits.compile);
  init_ctx(e);
  return start_fresh(e);
}

cs_status cs_engine_new_in(cs_pool *pool, const cs_limits *limits,
                           cs_engine **out) {
  cs_engine *e = calloc(1, sizeof *e);
  if (!e) return CS_EOS;
  e->limits = *limits;
  e->pool = pool;
  cs_slot_hold(pool);
  cs_status st = cs_engine_take_slot(e);
  if (st != CS_OK) {
    cs_engine_free(e);
    return st;
  }
  *out = e;
  return CS_OK;
}

cs_status cs_engine_new(const cs_limits *limits, cs_engine **out) {
  cs_pool *pool;
  cs_status st = cs_pool_new(0, &pool);
  if (st != CS_OK) return st;
  st = cs_engine_new_in(pool, limits, out);
  cs_pool_free(pool); /* the session holds it */
  return st;
}

void cs_engine_free(cs_engine *e) {
  if (!e) return;
  cs_re_cache_free(&e->ctx);
  if (e->pool) {
    if (e->slot) cs_slot_give(e->pool, e->slot, &e->ctx);
    cs_pool_free(e->pool);
  } else if (e->slot) {
    cs_icache_fini(&e->ctx);
    cs_slot_close(e->slot);
    free(e->slot);
  }
  free(e->parked);
  free(e->error);
  free(e->result);
  free(e);
}

cs_status cs_engine_reset(cs_engine *e) {
  cs_status st = cs_engine_wake(e);
  if (st == CS_OK) st = cs_slot_wipe(e->slot, &e->ctx);
  if (st != CS_OK) return st;
  e->ctx.retried = 0;
  e->ctx.fuel = 0;
  return start_fresh(e);
}

cs_usage cs_engine_usage(const cs_engine *e) {
  const cs_head *h = e->ctx.head;
  uint64_t live = cs_alloc_live(h);
  return (cs_usage){.fuel = h->fuel_used,
                    .memory_peak = live > h->peak ? live : h->peak,
                    .memory_live = live,
                    .output = h->out_total,
                    .collections = h->collections,
                    .memory_hits = e->ctx.memory_hits,
                    .recursion_hits = e->ctx.recursion_hits};
}

/* --- building the image -------------------------------------------------- */

static void init_build(cs_engine *e) {
  init_head(e);
  cs_head *h = e->ctx.head;
  h->heap_top = (CS_IMAGE_BASE + sizeof(cs_image) + 15) & ~UINT64_C(15);
  h->heap_limit = CS_IMAGE_END;
  e->ctx.heap_end = CS_IMAGE_END;
  h->limit = CS_IMAGE_END;
  h->next_gc = UINT32_MAX;
  h->keyver = CS_DICT_NO_VERSION;
  h->recursion_limit = 2000;
  cs_ctx_frames(&e->ctx);
  cs_alloc_pace(&e->ctx);
  e->ctx.building = true;
}

static uint64_t natives_print(void) {
  uint64_t h = cs_natives_tables;
  for (uint32_t t = 0; t < cs_natives_tables; t++)
    for (uint32_t i = 0; cs_natives_table[t][i].name; i++)
      h = h * 31 + cs_snap_checksum(cs_natives_table[t][i].name,
                                    strlen(cs_natives_table[t][i].name));
  return h;
}

cs_status cs_engine_build(cs_engine **out, const cs_source_file *files,
                          size_t n, bool pack, const void **image,
                          size_t *len) {
  cs_engine *e = calloc(1, sizeof *e);
  if (!e) return CS_EOS;
  *out = e;
  cs_limits_default(&e->limits);
  e->building = true;
  e->files = files;
  e->nfiles = n;
  e->slot = calloc(1, sizeof *e->slot);
  if (!e->slot) return CS_EOS;
  cs_status st = cs_slot_open(e->slot);
  if (st == CS_OK)
    st = cs_arena_commit(&e->slot->arena, CS_IMAGE_BASE, CS_IMAGE_END);
  if (st != CS_OK) return st;
  cs_scratch_limit(&e->slot->scratch, (size_t)e->limits.compile);
  init_ctx(e);
  init_build(e);
  st = cs_engine_build_image(e);
  if (e->ctx.head->keyver > CS_DICT_VERSION) st = CS_ELIMIT;
  if (st == CS_OK) st = cs_slim_image(&e->ctx);
  if (st == CS_OK) st = cs_compact_image(&e->ctx);
  cs_image *im = e->ctx.image;
  memcpy(im->magic, "CSIMAGE1", 8);
  im->end = e->ctx.head->heap_top;
  im->natives_print = natives_print();
  cs_snap_print(im);
  cs_digest_of(CS_DIGEST_SHA256, im, (size_t)(im->end - CS_IMAGE_BASE), im->id);
  uint8_t *packed = NULL;
  if (st == CS_OK)
    st = pack ? cs_image_pack(&e->ctx, &packed, len)
              : cs_image_store(&e->ctx, &packed, len);
  e->parked = packed; /* goes with the engine */
  *image = packed;
  return st;
}
