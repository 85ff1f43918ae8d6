/*
 * tidy.c - a dump that leaves the process holds nothing that was given up.
 *
 * A collection between two runs would do it as well, but it would be seen: it
 * clears weak references, calls __del__ and changes when the next one comes.
 * Here the session stays as it is.  In the copy, objects that nobody can come
 * to become free blocks of the same size, which no list names and the next
 * collection joins with their neighbours, as it would have joined the objects;
 * bytes after the end of a text, a number or a buffer become zero.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/snapshot.h"

/* `bits` comes from the collector's marking, a bit for every 16 bytes. */
static bool is_reached(const uint8_t *bits, uint64_t off) {
  assert(off >= CS_HEAP_BASE && off % 16 == 0);
  uint64_t i = (off - CS_HEAP_BASE) >> 4;
  return bits[i >> 3] >> (i & 7) & 1;
}

/* Garbage of the program must not be in a dump: it could be a secret that the
 * program has deleted. */
static void clear(char *p, uint64_t from, uint64_t to) {
  if (to > from) memset(p + from, 0, to - from);
}

/* Bytes of the buffer at `buf` after the first `len`. */
static void clear_buffer(char *copy, cs_off buf, uint32_t len) {
  if (buf < CS_HEAP_BASE) return;
  char *p = copy + (buf - CS_HEAP_BASE);
  uint64_t size = ((const cs_obj *)(const void *)p)->units * UINT64_C(16);
  assert(offsetof(cs_raw, data) + (uint64_t)len <= size);
  clear(p, offsetof(cs_raw, data) + (uint64_t)len, size);
}

/* What lies after the end of the live object at `p`. */
static void clear_slack(char *copy, char *p, uint64_t size) {
#define AS(type) ((const type *)(const void *)p)
  switch (AS(cs_obj)->type & 0xFF) {
    case CS_L_STR:
      if (!(AS(cs_obj)->flags & CS_STR_EXT))
        clear(p, offsetof(cs_str, u) + (uint64_t)AS(cs_str)->len, size);
      break;
    case CS_L_BYTES:
      clear(p, offsetof(cs_bytes, data) + (uint64_t)AS(cs_bytes)->len, size);
      break;
    case CS_L_BIGINT:
      clear(p, offsetof(cs_bigint, limb) + AS(cs_bigint)->n * UINT64_C(8),
            size);
      break;
    case CS_L_TUPLE:
      clear(p, offsetof(cs_tuple, v) + AS(cs_tuple)->len * UINT64_C(8), size);
      break;
    case CS_L_BYTEARRAY:
      clear_buffer(copy, AS(cs_bytearray)->buf, AS(cs_bytearray)->len);
      break;
    default: break;
  }
#undef AS
}

/* Order does not matter: only the copy changes, and sizes stay as they are. */
void cs_snap_tidy(const cs_ctx *ctx, const uint8_t *reached, char *copy) {
  for (uint64_t off = CS_HEAP_BASE; off < ctx->head->heap_top;) {
    char *p = copy + (off - CS_HEAP_BASE);
    cs_obj *o = (cs_obj *)(void *)p;
    uint64_t size = o->units * UINT64_C(16);
    assert(size > 0 && off + size <= ctx->head->heap_top);
    if (is_reached(reached, off)) {
      clear_slack(copy, p, size);
    } else if (o->type != CS_L_FREE) {
      *o = (cs_obj){.type = CS_L_FREE, .units = o->units};
      clear(p, sizeof *o, size);
    }
    off += size;
  }
}
