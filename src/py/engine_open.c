/*
 * engine_open.c - memory of a session: regions, image, fresh state.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/digest.h"
#include "py/engine_build.h"
#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/snap/compact.h"
#include "py/mod/re_cache.h"
#include "py/snap/snapshot.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "py/vm/vm.h"

extern const unsigned char cs_image_data[], cs_image_end[];

#define FIRST_FRAMES UINT64_C(0x10000)
#define FIRST_STACK  UINT64_C(0x40000)
#define FIRST_HEAP   UINT64_C(0x40000)

static void init_ctx(cs_engine *e) {
  cs_ctx *c = &e->ctx;
  c->base = e->arena.base;
  c->head = CS_AT(c, cs_head, CS_HEAD_BASE);
  c->image = CS_AT(c, cs_image, CS_IMAGE_BASE);
  c->arena = &e->arena;
  c->interrupt = &e->interrupt;
  c->host = e;
  c->leaf = cs_natives_leaf;
  c->x_getattr_hook = CS_X_getattr_hook;
  c->mcache = e->mcache;
  c->icache = e->icache;
}

static cs_status commit_regions(cs_engine *e) {
  cs_ctx *c = &e->ctx;
  c->frames_end = CS_FRAMES_BASE + FIRST_FRAMES;
  c->stack_end = CS_STACK_BASE + FIRST_STACK;
  c->heap_end = CS_HEAP_BASE + FIRST_HEAP;
  cs_status st = cs_arena_commit(&e->arena, CS_HEAD_BASE,
                                 CS_OUT_BASE + CS_OUT_SIZE);
  if (st == CS_OK)
    st = cs_arena_commit(&e->arena, CS_FRAMES_BASE, c->frames_end);
  if (st == CS_OK)
    st = cs_arena_commit(&e->arena, CS_STACK_BASE, c->stack_end);
  if (st == CS_OK)
    st = cs_arena_commit(&e->arena, CS_HEAP_BASE, c->heap_end);
  return st;
}

/* Head of a session without any object yet. */
static void init_head(cs_engine *e) {
  cs_head *h = e->ctx.head;
  memset(h, 0, sizeof *h);
  h->heap_top = CS_HEAP_BASE;
  uint64_t end = CS_HEAP_BASE + 2 * e->limits.memory + FIRST_HEAP;
  h->heap_limit = end < CS_ARENA_MAX ? end & ~(CS_PAGE - 1)
                                     : CS_ARENA_MAX - CS_PAGE;
  h->limit = e->limits.memory;
  e->lent = 0;
  h->next_gc = (4u << 20) >> 4;
  h->stack_soft = (uint32_t)e->ctx.stack_end;
  h->stack_top = CS_STACK_BASE;
  h->recursion_limit = e->limits.recursion;
  cs_ctx_frames(&e->ctx);
  h->int_digits = 4300;
  h->out_limit = e->limits.output;
  h->fuel_left = e->limits.fuel;
  h->keyver = 0x10000000; /* above every number used in the image */
  for (uint32_t i = 0; i < CS_ROOT_COUNT; i++) h->root[i] = CS_NONE;
  cs_alloc_pace(&e->ctx);
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
    st = cs_dict_set(ctx, root[CS_ROOT_GLOBALS],
                     cs_known(ctx, CS_N___name__),
                     cs_known(ctx, CS_N___main__));
  static const uint16_t none[] = {CS_N___doc__, CS_N___package__,
                                  CS_N___loader__, CS_N___spec__};
  for (size_t i = 0; st == CS_OK && i < 4; i++)
    st = cs_dict_set(ctx, root[CS_ROOT_GLOBALS],
                     cs_known(ctx, none[i]), CS_NONE);
  if (st == CS_OK) st = cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(root[CS_ROOT_GLOBALS]);
  main = cs_ref(CS_L_MODULE, off);
  st = cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(ctx->image->builtins);
  st = cs_dict_set(ctx, root[CS_ROOT_GLOBALS],
                   cs_known(ctx, CS_N___builtins__),
                   cs_ref(CS_L_MODULE, off));
  if (st != CS_OK) return st;
  st = cs_exc_new(ctx, cs_exc_class(ctx, CS_MemoryError),
                  ctx->image->empty_tuple, &root[CS_ROOT_NOMEM]);
  if (st != CS_OK) return st;
  return cs_dict_set(ctx, root[CS_ROOT_MODULES],
                     cs_known(ctx, CS_N___main__), main);
}

static cs_status map_image(cs_engine *e) {
  size_t len = (size_t)(cs_image_end - cs_image_data);
  if (len < sizeof(cs_image)) return CS_ECORRUPT;
  e->image_fd = memfd_create("caisson-image", MFD_CLOEXEC);
  if (e->image_fd < 0) return CS_EOS;
  for (size_t at = 0; at < len;) {
    ssize_t n = write(e->image_fd, cs_image_data + at, len - at);
    if (n <= 0) return CS_EOS;
    at += (size_t)n;
  }
  size_t pages = (len + CS_PAGE - 1) & ~(size_t)(CS_PAGE - 1);
  if (ftruncate(e->image_fd, (off_t)pages) != 0) return CS_EOS;
  return cs_arena_map_image(&e->arena, e->image_fd, CS_IMAGE_BASE, pages);
}

static cs_status open_engine(cs_engine *e) {
  e->image_fd = -1;
  cs_status st = cs_arena_init(&e->arena, CS_ARENA_MAX);
  if (st != CS_OK) return st;
  init_ctx(e);
  st = commit_regions(e);
  cs_scratch_init(&e->scratch, (size_t)e->limits.compile);
  if (st != CS_OK) return st;
  if (e->building)
    return cs_arena_commit(&e->arena, CS_IMAGE_BASE, CS_IMAGE_END);
  st = map_image(e);
  if (st != CS_OK) return st;
  init_head(e);
  return init_main(&e->ctx);
}

cs_status cs_engine_new(const cs_limits *limits, cs_engine **out) {
  cs_engine *e = calloc(1, sizeof *e);
  if (!e) return CS_EOS;
  e->limits = *limits;
  cs_status st = open_engine(e);
  if (st != CS_OK) {
    cs_engine_free(e);
    return st;
  }
  *out = e;
  return CS_OK;
}

void cs_engine_free(cs_engine *e) {
  if (!e) return;
  cs_re_cache_free(&e->ctx);
  cs_arena_fini(&e->arena);
  cs_scratch_fini(&e->scratch);
  if (e->image_fd >= 0) close(e->image_fd);
  free(e->error);
  free(e->result);
  free(e);
}

cs_status cs_engine_reset(cs_engine *e) {
  cs_ctx *c = &e->ctx;
  uint64_t used = c->head->heap_top - CS_HEAP_BASE;
  uint64_t peak = c->head->peak > used ? c->head->peak : used;
  (void)peak;
  memset(cs_at(c, CS_HEAP_BASE), 0, used);
  memset(cs_at(c, CS_STACK_BASE), 0, c->head->stack_soft - CS_STACK_BASE);
  cs_ctx_forget(c);
  c->retried = 0;
  c->fuel = 0;
  init_head(e);
  return init_main(c);
}

cs_usage cs_engine_usage(const cs_engine *e) {
  const cs_head *h = e->ctx.head;
  return (cs_usage){.fuel = h->fuel_used, .memory_peak = h->peak,
                    .memory_live = h->live, .output = h->out_total,
                    .collections = h->collections};
}

/* --- building the image ------------------------------------------------------------ */

static void init_build(cs_engine *e) {
  init_head(e);
  cs_head *h = e->ctx.head;
  h->heap_top = (CS_IMAGE_BASE + sizeof(cs_image) + 15) & ~UINT64_C(15);
  h->heap_limit = CS_IMAGE_END;
  e->ctx.heap_end = CS_IMAGE_END;
  h->limit = CS_IMAGE_END;
  h->next_gc = UINT32_MAX;
  h->keyver = 0;
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
                          size_t n, const void **image, size_t *len) {
  cs_engine *e = calloc(1, sizeof *e);
  if (!e) return CS_EOS;
  *out = e;
  cs_limits_default(&e->limits);
  e->building = true;
  e->files = files;
  e->nfiles = n;
  cs_status st = open_engine(e);
  if (st != CS_OK) return st;
  init_build(e);
  st = cs_engine_build_image(e);
  if (st == CS_OK) st = cs_compact_image(&e->ctx);
  cs_image *im = e->ctx.image;
  memcpy(im->magic, "CSIMAGE1", 8);
  im->end = e->ctx.head->heap_top;
  im->natives_print = natives_print();
  cs_digest_of(CS_DIGEST_SHA256, im, (size_t)(im->end - CS_IMAGE_BASE),
               im->id);
  *image = im;
  *len = (size_t)(im->end - CS_IMAGE_BASE);
  return st;
}
