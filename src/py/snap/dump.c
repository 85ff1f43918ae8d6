/*
 * dump.c - write and read the segments of a session.
 *
 * A dump is a header and five segments, each a copy of a range of the arena:
 * head, output, frames, registers, heap (docs/snapshot-format.md).  Offsets
 * mean the same at every base address, so nothing is translated.
 *
 * Writing trusts the session; reading trusts nothing: lengths and places are
 * judged before a byte is copied, checksums while it is, and every object and
 * frame after it (verify.c).  Until that is done `ctx->spoilt` says that the
 * marks of what was used may be lies, so that wiping the slot wipes all of it.
 *
 * Danger: the sender may share the memory that `bytes` is in.  The header is
 * copied once and only the copy is judged and used; checksums are taken of what
 * was copied, never of the source.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/arena.h"
#include "py/heap/frame.h"
#include "py/heap/opcode.h"
#include "py/snap/snapshot.h"

static uint64_t round16(uint64_t n) {
  return (n + 15) & ~UINT64_C(15);
}

/* The fingerprint `h` of a list of names, with one more name. */
static uint64_t add_print(uint64_t h, const char *name) {
  return h * 31 + cs_snap_checksum(name, strlen(name));
}

/* Numbers of instructions are part of a dump: two builds whose lists differ
 * cannot read each other's. */
static uint64_t print_opcodes(void) {
  uint64_t h = CS_OPCODE_COUNT;
  for (size_t i = 0; i < CS_OPCODE_COUNT; i++)
    h = add_print(h, cs_opcode_names[i]);
  return h;
}

/* The same for the numbers of layouts. */
static uint64_t print_types(void) {
  static const char *const names[] = {
#define X(name, number, text) #name,
      CS_LAYOUT_LIST(X)
#undef X
  };
  const size_t n = sizeof names / sizeof *names;
  uint64_t h = n;
  for (size_t i = 0; i < n; i++) h = add_print(h, names[i]);
  return h;
}

/* Opcodes and layouts are numbers in a snapshot: one of another build, where
 * they may mean something else, is refused by these. */
void cs_snap_print(cs_image *im) {
  im->opcodes_print = print_opcodes();
  im->types_print = print_types();
}

/* Where the session's private bytes are. */
static void fill_segments(const cs_ctx *ctx, cs_snap_segment seg[]) {
  const cs_head *h = ctx->head;
  assert(h->out_fill <= CS_OUT_SIZE);
  assert(h->stack_top >= CS_STACK_BASE && h->stack_top <= CS_STACK_END);
  assert(h->heap_top >= CS_HEAP_BASE && h->heap_top % 16 == 0);
  seg[0] = (cs_snap_segment){0, CS_HEAD_BASE, sizeof(cs_head), 0};
  seg[1] = (cs_snap_segment){1, CS_OUT_BASE, h->out_fill, 0};
  seg[2] = (cs_snap_segment){2, CS_FRAMES_BASE,
                             h->nframes * (uint32_t)sizeof(cs_frame), 0};
  seg[3] = (cs_snap_segment){3, CS_STACK_BASE, h->stack_top - CS_STACK_BASE, 0};
  seg[4] = (cs_snap_segment){4, CS_HEAP_BASE,
                             (uint32_t)(h->heap_top - CS_HEAP_BASE), 0};
}

/* While code runs, nobody keeps `stack_top`: it follows from the top frame. */
static void note_stack(const cs_ctx *ctx) {
  cs_head *h = ctx->head;
  h->stack_top =
      h->nframes ? cs_frame_end(ctx, cs_frame_top(ctx)) : CS_STACK_BASE;
}

size_t cs_snap_size(const cs_ctx *ctx) {
  cs_snap_segment seg[CS_SNAP_SEGMENTS];
  note_stack(ctx);
  fill_segments(ctx, seg);
  uint64_t total = round16(sizeof(cs_snap_header));
  for (int i = 0; i < CS_SNAP_SEGMENTS; i++) total += round16(seg[i].length);
  return (size_t)total;
}

/* Its own field counts as zero. */
static uint32_t header_check(cs_snap_header h) {
  h.check = 0;
  return cs_snap_checksum(&h, sizeof h);
}

/* An outer frame may reach further than the running one: it will use its
 * registers again. */
static uint32_t highest_end(const cs_ctx *ctx) {
  uint32_t high = CS_STACK_BASE;
  for (uint32_t i = 0; i < ctx->head->nframes; i++) {
    uint32_t end = cs_frame_end(ctx, cs_frame_at(ctx, i));
    if (end > high) high = end;
  }
  return high;
}

/* What follows from the rest is not part of the state. */
static void leave_out(void *head) {
  cs_head *h = head;
  h->alloc_left = h->paced = 0;
  h->heap_limit = 0;
}

/* What died travels no further; and dumps of equal states are equal. */
static void wipe_free(cs_ctx *ctx) {
  for (uint32_t c = 0; c < CS_FREE_CLASSES; c++)
    for (cs_off off = ctx->head->free[c]; off;) {
      cs_raw *b = CS_AT(ctx, cs_raw, off);
      memset(b->data, 0, (size_t)b->h.units * 16 - 16);
      off = b->fill;
    }
}

bool cs_snap_is_library(const cs_ctx *ctx, cs_off at) {
  for (uint32_t i = 0; i < ctx->head->nframes; i++) {
    const cs_frame *f = cs_frame_at(ctx, i);
    if (f->code < CS_HEAP_BASE && at >= cs_frame_place(f) &&
        at < cs_frame_end(ctx, f))
      return true;
  }
  return false;
}

/* A native or a dict of natives that no program can hold (slim.c marks them).
 */
static bool is_inner(const cs_ctx *ctx, cs_value v) {
  return (cs_is(v, CS_L_NATIVE) || cs_is(v, CS_L_DICT)) &&
         cs_ref_off(v) < CS_HEAP_BASE &&
         CS_PTR(ctx, cs_obj, v)->flags & CS_NATIVE_INNER;
}

/* What library code left in registers that a frame of the program has not used
 * since: dead, but a verifier cannot know that. */
static void forget_inner(cs_ctx *ctx) {
  assert(ctx->head->stack_top % 8 == 0);
  for (cs_off at = CS_STACK_BASE; at < ctx->head->stack_top; at += 8) {
    cs_value *v = CS_AT(ctx, cs_value, at);
    if (is_inner(ctx, *v) && !cs_snap_is_library(ctx, at)) *v = CS_UNBOUND;
  }
}

/* Writes no byte that depends on anything but the state: padding is zero, and
 * dead registers and free blocks are wiped first.  The session may go on
 * afterwards; what was wiped in it was dead. */
void cs_snap_dump(cs_ctx *ctx, const uint8_t *reached, void *buf) {
  cs_head *h = ctx->head;
  size_t total = cs_snap_size(ctx);
  /* What lies above the running frame does not travel: forget it here, too. */
  if (h->stack_soft > h->stack_top)
    memset(cs_at(ctx, h->stack_top), 0, h->stack_soft - h->stack_top);
  h->stack_soft = cs_snap_soft_end(highest_end(ctx));
  assert(h->stack_soft >= h->stack_top);
  forget_inner(ctx);
  wipe_free(ctx);
  cs_alloc_settle(ctx);
  cs_snap_header hd;
  memset(&hd, 0, sizeof hd);
  memcpy(hd.magic, "CSNP", 4);
  hd.format = CS_SNAP_FORMAT;
  hd.total = total;
  memcpy(hd.image, ctx->image->id, 32);
  hd.opcodes = ctx->image->opcodes_print;
  hd.types = ctx->image->types_print;
  hd.natives = ctx->image->natives_print;
  hd.memory_limit = h->limit;
  hd.fuel_used = h->fuel_used;
  hd.stop = h->stop;
  hd.nsegments = CS_SNAP_SEGMENTS;
  fill_segments(ctx, hd.segment);
  char *at = (char *)buf + round16(sizeof hd);
  for (int i = 0; i < CS_SNAP_SEGMENTS; i++) {
    uint32_t n = hd.segment[i].length;
    hd.segment[i].check = cs_snap_copy(at, cs_at(ctx, hd.segment[i].offset), n);
    if (i == 0) leave_out(at);
    if (i == 4 && reached) cs_snap_tidy(ctx, reached, at);
    if (i == 0 || (i == 4 && reached))
      hd.segment[i].check = cs_snap_checksum(at, n);
    memset(at + n, 0, round16(n) - n);
    at += round16(n);
  }
  assert(at == (char *)buf + total);
  hd.check = header_check(hd);
  memset(buf, 0, round16(sizeof hd));
  memcpy(buf, &hd, sizeof hd);
}

/* Borrowed from `dump`, whose header was checked. */
cs_head *cs_snap_head(void *dump) {
  return (cs_head *)(void *)((char *)dump + round16(sizeof(cs_snap_header)));
}

/* --- loading ------------------------------------------------------------- */

/* The tables' fingerprints are compared besides the image's id, because natives
 * and instructions live in the binary and not in the image. */
static cs_status check_header(const cs_ctx *ctx, const cs_snap_header *h,
                              size_t n, uint64_t memory) {
  if (memcmp(h->magic, "CSNP", 4) != 0 || h->total != n ||
      h->nsegments != CS_SNAP_SEGMENTS || h->check != header_check(*h))
    return CS_ECORRUPT;
  if (h->format != CS_SNAP_FORMAT ||
      memcmp(h->image, ctx->image->id, 32) != 0 ||
      h->opcodes != ctx->image->opcodes_print ||
      h->types != ctx->image->types_print ||
      h->natives != ctx->image->natives_print)
    return CS_EINVAL;
  return h->memory_limit > memory ? CS_ELIMIT : CS_OK;
}

/* Every length against its region before a byte is copied. */
static cs_status check_segments(const cs_snap_header *h, size_t n,
                                uint64_t memory) {
  static const uint32_t base[] = {CS_HEAD_BASE, CS_OUT_BASE, CS_FRAMES_BASE,
                                  CS_STACK_BASE, CS_HEAP_BASE};
  const uint64_t max[] = {
      sizeof(cs_head), CS_OUT_SIZE, CS_FRAMES_END - CS_FRAMES_BASE,
      CS_STACK_END - CS_STACK_BASE, 2 * memory + (UINT64_C(1) << 20)};
  uint64_t total = round16(sizeof *h);
  for (int i = 0; i < CS_SNAP_SEGMENTS; i++) {
    const cs_snap_segment *s = &h->segment[i];
    if (s->kind != (uint32_t)i || s->offset != base[i] || s->length > max[i] ||
        s->length % 8)
      if (i != 1 || s->kind != 1 || s->offset != base[1] ||
          s->length > CS_OUT_SIZE)
        return CS_ECORRUPT;
    total += round16(s->length);
  }
  if (h->segment[0].length != sizeof(cs_head) || h->segment[4].length % 16)
    return CS_ECORRUPT;
  return total == n ? CS_OK : CS_ECORRUPT;
}

/* Make the ranges accessible that the segments will fill.  Lengths have been
 * checked, so no sum wraps. */
static cs_status make_room(cs_ctx *ctx, const cs_snap_header *h) {
  uint64_t frames = CS_FRAMES_BASE + (uint64_t)h->segment[2].length;
  uint64_t stack = CS_STACK_BASE + (uint64_t)h->segment[3].length + 8192;
  uint64_t heap = CS_HEAP_BASE + (uint64_t)h->segment[4].length;
  cs_status st = CS_OK;
  if (frames > ctx->frames_end)
    st = cs_arena_grow(ctx->arena, CS_FRAMES_BASE, &ctx->frames_end, frames,
                       CS_FRAMES_END);
  if (st == CS_OK && stack > ctx->stack_end)
    st = cs_arena_grow(ctx->arena, CS_STACK_BASE, &ctx->stack_end, stack,
                       CS_STACK_END);
  if (st == CS_OK && heap > ctx->heap_end)
    st = cs_arena_grow(ctx->arena, CS_HEAP_BASE, &ctx->heap_end, heap,
                       CS_ARENA_MAX - CS_PAGE);
  return st;
}

/* The objects of the fresh session that the dump replaces. */
static void clear_fresh(cs_ctx *ctx) {
  uint64_t top = ctx->head->heap_top;
  assert(top >= CS_HEAP_BASE && top <= ctx->heap_end);
  memset(cs_at(ctx, CS_HEAP_BASE), 0, top - CS_HEAP_BASE);
}

/* After a failure the session is unusable and its slot is wiped as a whole:
 * `spoilt` stays set until the marks of what was written are known to be
 * true. */
cs_status cs_snap_load(cs_ctx *ctx, const void *bytes, size_t n,
                       uint64_t memory) {
  cs_snap_header h;
  if (n < sizeof h) return CS_ECORRUPT;
  memcpy(&h, bytes, sizeof h); /* the sender may still be writing */
  cs_status st = check_header(ctx, &h, n, memory);
  if (st == CS_OK) st = check_segments(&h, n, memory);
  if (st == CS_OK) st = make_room(ctx, &h);
  if (st != CS_OK) return st;
  uint64_t heap_limit = ctx->head->heap_limit;
  assert(!ctx->building);
  clear_fresh(ctx);
  ctx->spoilt = true; /* until the marks are known to be true */
  uint64_t frames = CS_FRAMES_BASE + (uint64_t)h.segment[2].length;
  if (frames > ctx->frames_soft)
    ctx->frames_soft = (frames + CS_PAGE - 1) & ~(CS_PAGE - 1);
  ctx->out_high = h.segment[1].length;
  const char *at = (const char *)bytes + round16(sizeof h);
  for (int i = 0; i < CS_SNAP_SEGMENTS; i++) {
    uint32_t len = h.segment[i].length;
    void *to = cs_at(ctx, h.segment[i].offset);
    if (cs_snap_copy(to, at, len) != h.segment[i].check) return CS_ECORRUPT;
    at += round16(len);
  }
  cs_head *hd = ctx->head;
  if (hd->out_fill != h.segment[1].length ||
      hd->nframes * sizeof(cs_frame) != h.segment[2].length ||
      hd->stack_top != CS_STACK_BASE + h.segment[3].length ||
      hd->heap_top != CS_HEAP_BASE + (uint64_t)h.segment[4].length ||
      hd->limit != h.memory_limit)
    return CS_ECORRUPT;
  leave_out(hd); /* whatever it says there: cs_alloc_pace decides */
  hd->heap_limit = heap_limit;
  uint32_t soft = hd->stack_soft;
  if (soft < cs_snap_soft_end(hd->stack_top) || soft & (CS_PAGE - 1) ||
      soft > CS_STACK_END)
    return CS_ECORRUPT;
  if (soft > ctx->stack_end) {
    st = cs_arena_grow(ctx->arena, CS_STACK_BASE, &ctx->stack_end, soft,
                       CS_STACK_END);
    if (st != CS_OK) return st;
  }
  ctx->spoilt = false;
  cs_ctx_frames(ctx);
  return cs_snap_verify(ctx);
}

/* For tests that change a dump: makes its sums right again, so that the
 * verifier is reached. */
void cs_snap_fix(void *bytes, size_t n) {
  cs_snap_header h;
  if (n < sizeof h) return;
  memcpy(&h, bytes, sizeof h);
  uint64_t at = round16(sizeof h);
  for (int i = 0; i < CS_SNAP_SEGMENTS; i++) {
    uint64_t len = h.segment[i].length;
    if (len > n || at > n - len) break;
    h.segment[i].check = cs_snap_checksum((const char *)bytes + at, len);
    at += round16(len);
  }
  h.check = header_check(h);
  memcpy(bytes, &h, sizeof h);
}
