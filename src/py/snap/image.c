/*
 * image.c - dry the image for storage, and back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/image.h"

#include <stdlib.h>

#include "base/lz.h"
#include "py/heap/dict.h"
#include "py/heap/str.h"

typedef struct head { /* of the packed form */
  char magic[8];
  uint64_t size;  /* of the image */
  uint8_t id[32]; /* as in the image */
} head;

static const char packed_magic[8] = "CSPACK1";
static const char plain_magic[8] = "CSPLAIN"; /* debug builds: not packed */

/* Visit every object of the image. */
static void each(cs_ctx *ctx, uint64_t end, void visit(cs_ctx *, cs_off)) {
  uint64_t off = (CS_IMAGE_BASE + sizeof(cs_image) + 15) & ~UINT64_C(15);
  while (off < end) {
    visit(ctx, (cs_off)off);
    off += (uint64_t)CS_AT(ctx, cs_obj, (cs_off)off)->units * 16;
  }
}

static void dry_str(cs_ctx *ctx, cs_off off) {
  cs_str *s = CS_AT(ctx, cs_str, off);
  if (s->h.type == CS_L_STR && s->h.flags & CS_STR_HASHED) s->hash = 0;
}

static void wet_str(cs_ctx *ctx, cs_off off) {
  cs_str *s = CS_AT(ctx, cs_str, off);
  if (s->h.type != CS_L_STR || !(s->h.flags & CS_STR_HASHED)) return;
  uint32_t len;
  const char *bytes = cs_str_data(ctx, cs_ref(CS_L_STR, off), &len);
  s->hash = cs_str_hash_bytes(bytes, len);
}

static void dry_dict(cs_ctx *ctx, cs_off off) {
  if (CS_AT(ctx, cs_obj, off)->type == CS_L_DICT)
    cs_dict_unhash(ctx, cs_ref(CS_L_DICT, off));
}

static void wet_dict(cs_ctx *ctx, cs_off off) {
  if (CS_AT(ctx, cs_obj, off)->type == CS_L_DICT)
    cs_dict_rehash(ctx, cs_ref(CS_L_DICT, off));
}

static void dry(cs_ctx *ctx, uint64_t end) {
  each(ctx, end, dry_dict); /* it asks the keys */
  each(ctx, end, dry_str);
  cs_str_intern_empty(ctx);
}

static void wet(cs_ctx *ctx, uint64_t end) {
  each(ctx, end, wet_str);
  each(ctx, end, wet_dict);
  uint64_t off = (CS_IMAGE_BASE + sizeof(cs_image) + 15) & ~UINT64_C(15);
  cs_str_intern_fill(ctx, (cs_off)off, (cs_off)end);
}

size_t cs_image_size(const uint8_t *packed, size_t len) {
  head h;
  if (len < sizeof h) return 0;
  memcpy(&h, packed, sizeof h);
  bool plain = memcmp(h.magic, plain_magic, sizeof h.magic) == 0;
  if ((!plain && memcmp(h.magic, packed_magic, sizeof h.magic) != 0) ||
      h.size < sizeof(cs_image) || h.size > CS_IMAGE_END - CS_IMAGE_BASE)
    return 0;
  return !plain || h.size == len - sizeof h ? h.size : 0;
}

bool cs_image_is_that(const uint8_t *packed, size_t len, const uint8_t id[32]) {
  head h;
  if (!cs_image_size(packed, len)) return false;
  memcpy(&h, packed, sizeof h);
  return memcmp(h.id, id, sizeof h.id) == 0;
}

const void *cs_image_plain(const uint8_t *packed, size_t len) {
  if (!cs_image_size(packed, len) ||
      memcmp(packed, plain_magic, sizeof plain_magic) != 0)
    return NULL;
  return packed + sizeof(head);
}

cs_status cs_image_unpack(const uint8_t *packed, size_t len, void *to) {
  size_t size = cs_image_size(packed, len);
  const void *plain = cs_image_plain(packed, len);
  if (!size) return CS_ECORRUPT;
  if (plain) {
    memcpy(to, plain, size);
    return CS_OK;
  }
  cs_status st =
      cs_lz_unpack(packed + sizeof(head), len - sizeof(head), to, size);
  if (st != CS_OK) return st;
  cs_ctx ctx = {
      .base = (char *)to - CS_IMAGE_BASE, .image = to, .building = true};
  wet(&ctx, CS_IMAGE_BASE + size);
  return CS_OK;
}

/* A dry copy of the image; the original stays. */
static uint8_t *dry_copy(const cs_ctx *ctx, size_t size) {
  uint8_t *copy = malloc(size);
  if (!copy) return NULL;
  memcpy(copy, ctx->image, size);
  cs_ctx twin = {.base = (char *)copy - CS_IMAGE_BASE,
                 .image = (cs_image *)(void *)copy,
                 .building = true};
  dry(&twin, CS_IMAGE_BASE + size);
  return copy;
}

static cs_status put_head(const char *magic, const cs_image *im, size_t size,
                          const void *body, size_t n, uint8_t **out,
                          size_t *len) {
  uint8_t *bytes = malloc(sizeof(head) + n);
  if (!bytes) return CS_EOS;
  head h = {.size = size};
  memcpy(h.magic, magic, sizeof h.magic);
  memcpy(h.id, im->id, sizeof h.id);
  memcpy(bytes, &h, sizeof h);
  memcpy(bytes + sizeof h, body, n);
  *out = bytes;
  *len = sizeof h + n;
  return CS_OK;
}

cs_status cs_image_store(const cs_ctx *ctx, uint8_t **out, size_t *len) {
  size_t size = (size_t)(ctx->image->end - CS_IMAGE_BASE);
  return put_head(plain_magic, ctx->image, size, ctx->image, size, out, len);
}

cs_status cs_image_pack(cs_ctx *ctx, uint8_t **out, size_t *len) {
  size_t size = (size_t)(ctx->image->end - CS_IMAGE_BASE), n = 0;
  uint8_t *copy = dry_copy(ctx, size), *lz = NULL, *packed = NULL;
  cs_status st = copy ? cs_lz_pack(copy, size, &lz, &n) : CS_EOS;
  if (st == CS_OK)
    st = put_head(packed_magic, ctx->image, size, lz, n, &packed, len);
  if (st == CS_OK) st = cs_image_unpack(packed, *len, copy);
  if (st == CS_OK && memcmp(copy, ctx->image, size) != 0) st = CS_ECORRUPT;
  free(copy);
  free(lz);
  if (st == CS_OK)
    *out = packed;
  else
    free(packed);
  return st;
}
