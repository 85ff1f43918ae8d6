/*
 * verify.c - is this arena a state the engine could have produced?
 *
 * Principle: a hostile snapshot may make its own session compute nonsense; it
 * may not touch memory outside its arena, pass a limit or stall a native.
 *   1. the head's counters are inside their regions;
 *   2. the heap is a sequence of known objects; every start is noted;
 *   3. every reference hits a start (here or in the image) of the same type,
 *      and natives of the engine that no program can hold are only in registers
 *      of library code;
 *   4. per type: lengths fit, tables have an empty slot, text is valid;
 *   5. code: operands in range, jumps on instruction boundaries;
 *   6. frames: verified code, pc on a boundary, windows nested and inside.
 *
 * The arena is the session's private copy: nobody changes it meanwhile, so a
 * field that was checked stays as it is.  The work is linear in the heap, needs
 * 3 bits of memory per 16 bytes of it, and does not recurse, however deep the
 * data is: objects are visited in the order in which they lie, not by their
 * references.  Nothing is executed before all of it has succeeded.
 *
 * What is not checked: that the state makes sense.  A cached hash may be wrong,
 * a list may hold itself, `live` may be too small.  C code that would go wrong
 * with such a state in more than its result must not rely on it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/verify.h"

#include <stdlib.h>

#include "py/heap/dict.h"
#include "py/heap/frame.h"
#include "py/heap/space.h"
#include "py/snap/snapshot.h"

#define LEVELS 4 /* see layouts */

/* Is the bit of the `i`th cell of 16 bytes set? */
static bool bit(const uint8_t *bits, uint64_t i) {
  return bits[i >> 3] >> (i & 7) & 1;
}

static void set_bit(uint8_t *bits, uint64_t i) {
  bits[i >> 3] = (uint8_t)(bits[i >> 3] | 1u << (i & 7));
}

/* --- references ---------------------------------------------------------- */

/* The one place where an offset becomes a reference: first that an object
 * starts there, then that it is of the layout that the reference says.  Both
 * halves matter, since a value repeats the layout of what it refers to and C
 * code believes the value. */
bool cs_verify_object(const cs_verifier *v, cs_off off, uint32_t type) {
  if (off & 15) return false;
  if (off >= CS_HEAP_BASE) {
    if (off >= v->heap_top) return false;
    if (!bit(v->heap_start, (off - CS_HEAP_BASE) >> 4)) return false;
  } else {
    if (off < CS_IMAGE_BASE || off >= v->ctx->image->end) return false;
    if (!bit(v->image_start, (off - CS_IMAGE_BASE) >> 4)) return false;
  }
  return CS_AT(v->ctx, cs_obj, off)->type == type;
}

/* 0 stands for "none". */
bool cs_verify_maybe(const cs_verifier *v, cs_off off, uint32_t type) {
  return off == 0 || cs_verify_object(v, off, type);
}

/* What is written lies in the heap; the image is read-only memory. */
bool cs_verify_block(const cs_verifier *v, cs_off off, uint32_t type,
                     cs_verify_use use) {
  if (!cs_verify_object(v, off, type)) return false;
  if (off < CS_HEAP_BASE) return use != CS_USE_ONE;
  uint32_t i = (off - CS_HEAP_BASE) >> 4, shift = (i & 3) * 2;
  uint32_t now = v->owner[i >> 2] >> shift & 3;
  if (now != CS_USE_NONE) return now == (uint32_t)use && use != CS_USE_ONE;
  v->owner[i >> 2] = (uint8_t)(v->owner[i >> 2] | (uint32_t)use << shift);
  return true;
}

/* Blocks that belong to other objects: no value may refer to one. */
static bool is_internal(uint32_t type) {
  uint32_t l = type & 0xFF;
  return l == CS_L_FREE || (l >= CS_L_ARRAY && l <= CS_L_SHAPE);
}

_Static_assert((int)CS_NATIVE_INNER == (int)CS_DICT_INNER, "one mark");

/* The two layouts that have the mark. */
static bool may_be_inner(cs_value x) {
  return cs_is(x, CS_L_NATIVE) || cs_is(x, CS_L_DICT);
}

bool cs_verify_inner(const cs_verifier *v, cs_off off) {
  return off < CS_HEAP_BASE &&
         CS_AT(v->ctx, cs_obj, off)->flags & CS_NATIVE_INNER;
}

/* Immediates and numbers are always good; a reference must name the start of an
 * object of the layout that its tag claims. */
bool cs_verify_value(const cs_verifier *v, cs_value x) {
  if (x.bits <= CS_NAN_BITS) {
    /* the only NaN is the canonical one; other NaN patterns are above it or
     * positive quiet/signalling ones */
    uint64_t mag = x.bits & ~(UINT64_C(1) << 63);
    return mag <= UINT64_C(0x7FF0000000000000) || x.bits == CS_NAN_BITS;
  }
  if (cs_is_int(x)) return true;
  if (cs_is_ref(x))
    return !is_internal(cs_ref_type(x)) &&
           cs_verify_object(v, cs_ref_off(x), cs_ref_type(x)) &&
           !(may_be_inner(x) && cs_verify_inner(v, cs_ref_off(x)));
  return x.bits >= CS_IMM_FIRST && x.bits < CS_IMM_FIRST + CS_IMMEDIATE_COUNT;
}

bool cs_verify_values(const cs_verifier *v, const cs_value *values,
                      uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (!cs_verify_value(v, values[i])) return false;
  return true;
}

/* As many as the code has, all of them values: what a register may hold is not
 * restricted, instructions look at tags. */
bool cs_verify_registers(const cs_verifier *v, cs_off code,
                         const cs_value *values, uint64_t n) {
  bool library = code < CS_HEAP_BASE;
  for (uint64_t i = 0; i < n; i++)
    if (!cs_verify_value(v, values[i]) &&
        !(library && may_be_inner(values[i]) &&
          cs_verify_object(v, cs_ref_off(values[i]), cs_ref_type(values[i]))))
      return false;
  return true;
}

/* --- 1: head ------------------------------------------------------------- */

/* Counters of the head against their regions.  Versions of dicts end in 15, as
 * no offset does, so that neither can be taken for the other in a cache. */
static bool check_head(const cs_ctx *ctx) {
  const cs_head *h = ctx->head;
  assert(ctx->heap_end >= CS_HEAP_BASE); /* of the slot, not of the dump */
  if (h->heap_top < CS_HEAP_BASE || h->heap_top > ctx->heap_end ||
      h->heap_top & 15)
    return false;
  if (h->live > h->heap_top - CS_HEAP_BASE) return false;
  if (h->nframes > h->recursion_limit + 8 ||
      h->recursion_limit >
          (CS_FRAMES_END - CS_FRAMES_BASE) / sizeof(cs_frame) - 16)
    return false;
  if (h->stack_top < CS_STACK_BASE || h->stack_top > CS_STACK_END ||
      h->stack_top & 7)
    return false;
  return h->out_fill <= CS_OUT_SIZE && h->out_total <= UINT64_MAX / 2 &&
         h->keyver >= CS_DICT_VERSION && h->keyver <= CS_DICT_LAST_VERSION &&
         (h->keyver & 15) == 15; /* or the next ones could be offsets */
}

/* Of each layout that may lie in a heap: the smallest size, so that its fixed
 * fields can be read without another look; and its level: checks that look
 * into other objects come after those objects' own. */
typedef struct layout {
  uint16_t least; /* 0: no such layout */
  uint16_t level;
} layout;

#define CASE(l, least, level) [CS_L_##l] = {least, level}

static const layout layouts[256] = {
    CASE(STR, offsetof(cs_str, u) + 8, 0),
    CASE(BYTEARRAY, sizeof(cs_bytearray), 0),
    CASE(MEMVIEW, sizeof(cs_memview), 1),
    CASE(BIGINT, 24, 0),
    CASE(COMPLEX, sizeof(cs_complex), 0),
    CASE(LIST, sizeof(cs_list), 0),
    CASE(DICT, sizeof(cs_dict), 1),
    CASE(SET, sizeof(cs_set), 1),
    CASE(FROZENSET, sizeof(cs_set), 1),
    CASE(RANGE, sizeof(cs_range), 0),
    CASE(SLICE, sizeof(cs_slice), 0),
    CASE(FUNC, sizeof(cs_func), 2),
    CASE(NATIVE, sizeof(cs_native), 0),
    CASE(METHOD, sizeof(cs_method), 0),
    CASE(CODE, sizeof(cs_code), 1),
    CASE(TYPE, sizeof(cs_type), 2),
    CASE(GEN, offsetof(cs_gen, regs), 3),
    CASE(ITER, sizeof(cs_iter), 3),
    CASE(PROPERTY, sizeof(cs_property), 0),
    CASE(CLASSMETHOD, sizeof(cs_property), 0),
    CASE(STATICMETHOD, sizeof(cs_property), 0),
    CASE(SUPER, sizeof(cs_super), 0),
    CASE(TRACEBACK, sizeof(cs_traceback), 0),
    CASE(FRAME, sizeof(cs_frameobj), 0),
    CASE(ALIAS, sizeof(cs_alias), 0),
    CASE(UNION, sizeof(cs_alias), 0),
    CASE(WEAKREF, sizeof(cs_weakref), 0),
    CASE(MEMBER, sizeof(cs_member), 3),
    CASE(GETSET, sizeof(cs_getset), 0),
    CASE(HOSTFUNC, sizeof(cs_hostfunc), 0),
    CASE(MODULE, sizeof(cs_module), 0),
    CASE(FREE, 16, 0),
    CASE(BYTES, 16, 0),
    CASE(TUPLE, 16, 0),
    CASE(CELL, 16, 0),
    CASE(VIEW, 16, 0),
    CASE(PROXY, 16, 0),
    CASE(FUTURE, 16, 0),
    CASE(ARRAY, 16, 0),
    CASE(RAW, 16, 0),
    CASE(SETTABLE, 16, 0),
    CASE(INSTANCE, 16, 3),
    CASE(BOX, 16, 3),
    CASE(TABLE, sizeof(cs_table), 0),
    CASE(SHAPE, sizeof(cs_shape), 0),
};

/* The upper byte of a type is the payload of an instance, checked with it. */
static const layout *layout_of(uint32_t type) {
  return &layouts[type & 0xFF];
}

/* --- 2: heap walk -------------------------------------------------------- */

/* Note every start, and how many objects each level has.  The sizes must add up
 * to the heap's exactly: an object cannot begin inside of another. */
static bool walk(const cs_verifier *v, uint32_t count[LEVELS]) {
  uint64_t off = CS_HEAP_BASE, to = v->heap_top;
  while (off < to) {
    const cs_obj *o = CS_AT(v->ctx, cs_obj, (cs_off)off);
    uint64_t size = (uint64_t)o->units * 16;
    const layout *l = layout_of(o->type);
    bool plain = o->type < 256 || (o->type & 0xFF) == CS_L_INSTANCE;
    if (size < 16 || size > to - off || !plain || l->least == 0 ||
        size < l->least)
      return false;
    set_bit(v->heap_start, (off - CS_HEAP_BASE) >> 4);
    count[l->level]++;
    off += size;
  }
  return true;
}

/* Free blocks: every link names a free block of its class, each once.  The
 * allocator takes the first block of a class without looking at it.  A list
 * that ran in a circle would hand out one block twice; it cannot be longer than
 * the heap has cells, which also bounds the work. */
static bool check_free(const cs_verifier *v) {
  const cs_head *h = v->ctx->head;
  uint64_t listed = 0, max = (h->heap_top - CS_HEAP_BASE) / 16;
  for (uint32_t c = 0; c < CS_FREE_CLASSES; c++)
    for (cs_off off = h->free[c]; off;) {
      if (!cs_verify_object(v, off, CS_L_FREE) || off < CS_HEAP_BASE)
        return false;
      const cs_raw *b = CS_AT(v->ctx, cs_raw, off);
      uint32_t want = b->h.units < CS_FREE_CLASSES ? b->h.units : 0;
      if (want != c || ++listed > max) return false;
      off = b->fill;
    }
  return true;
}

/* Level 0 at once; the others, a small part, are set aside for their turn. */
static bool check_objects(const cs_verifier *v, cs_off *later,
                          const uint32_t count[LEVELS]) {
  cs_off *next[LEVELS] = {NULL, later, later + count[1],
                          later + count[1] + count[2]};
  for (uint64_t off = CS_HEAP_BASE; off < v->heap_top;) {
    const cs_obj *o = CS_AT(v->ctx, cs_obj, (cs_off)off);
    uint32_t l = layout_of(o->type)->level;
    if (l > 0)
      *next[l]++ = (cs_off)off;
    else if (!cs_verify_fields(v, (cs_off)off))
      return false;
    off += (uint64_t)o->units * 16;
  }
  for (const cs_off *at = later; at < next[LEVELS - 1]; at++)
    if (!cs_verify_fields(v, *at)) return false;
  return true;
}

/* What the engine reads without a name: each is of the layout it expects.  Two
 * tables are blocks, which no ordinary value may refer to; check_tables looks
 * into them. */
static bool check_roots(const cs_verifier *v) {
  const cs_value *r = v->ctx->head->root;
  for (uint32_t i = 0; i < CS_ROOT_COUNT; i++) {
    bool raw = i == CS_ROOT_SHAPES || i == CS_ROOT_INTERN;
    if (raw ? !(cs_is_none(r[i]) ||
                cs_verify_object(v, cs_ref_off(r[i]), cs_ref_type(r[i])))
            : !cs_verify_value(v, r[i]))
      return false;
  }
  return cs_is(r[CS_ROOT_GLOBALS], CS_L_DICT) &&
         cs_is(r[CS_ROOT_BUILTINS], CS_L_DICT) &&
         cs_is(r[CS_ROOT_MODULES], CS_L_DICT) &&
         cs_is(r[CS_ROOT_CLASSES], CS_L_LIST) &&
         cs_is(r[CS_ROOT_STATE], CS_L_DICT) &&
         cs_space_check(v->ctx, r[CS_ROOT_SPACES]) &&
         cs_is(r[CS_ROOT_NOMEM], CS_L_INSTANCE);
}

/* From shape `key >> 32`, by the name at `key`, to the shape at `to`. */
static bool check_transition(const cs_verifier *v, uint64_t key, cs_off to) {
  cs_off from = (cs_off)(key >> 32), name = (cs_off)key;
  if (!cs_verify_object(v, from, CS_L_SHAPE) ||
      !cs_verify_object(v, name, CS_L_STR) ||
      !cs_verify_object(v, to, CS_L_SHAPE))
    return false;
  const cs_shape *s = CS_AT(v->ctx, cs_shape, to);
  if (s->parent != from) return false;
  return s->h.flags & CS_SHAPE_DICT || cs_same(s->name, cs_ref(CS_L_STR, name));
}

/* The hash table of shapes: (shape, name) -> the shape with one slot more.  It
 * is searched up to the first empty entry, so one must be left. */
static bool check_transitions(const cs_verifier *v, cs_value table) {
  const cs_head *h = v->ctx->head;
  if (cs_is_none(table)) return true;
  if (!cs_is(table, CS_L_RAW) ||
      !cs_verify_block(v, cs_ref_off(table), CS_L_RAW, CS_USE_ONE))
    return false;
  uint64_t size = (uint64_t)h->shape_mask + 1, used = 0;
  const cs_raw *raw = CS_PTR(v->ctx, cs_raw, table);
  if (size & h->shape_mask || size * 16 != raw->cap) return false;
  const uint64_t *e = (const uint64_t *)(const void *)raw->data;
  for (uint64_t i = 0; i < size; i++) {
    if (!e[2 * i]) continue;
    used++;
    if (!check_transition(v, e[2 * i], (cs_off)e[2 * i + 1])) return false;
  }
  /* Room is made by the count: one that is too small would let it fill up. */
  return used < size && used == h->shape_count;
}

/* The table of interned texts, searched in the same way. */
static bool check_names(const cs_verifier *v, cs_value t) {
  const cs_head *h = v->ctx->head;
  if (cs_is_none(t)) return true;
  if (!cs_is(t, CS_L_ARRAY) ||
      !cs_verify_block(v, cs_ref_off(t), CS_L_ARRAY, CS_USE_ONE))
    return false;
  const cs_array *a = CS_PTR(v->ctx, cs_array, t);
  uint64_t cap = ((uint64_t)a->h.units * 16 - 8) / 8, empty = 0;
  uint64_t size = (uint64_t)h->intern_mask + 1;
  if (size & h->intern_mask || size > cap) return false;
  for (uint64_t i = 0; i < size; i++) {
    if (cs_is_unbound(a->v[i])) {
      empty++;
    } else if (!cs_is(a->v[i], CS_L_STR) || !cs_verify_value(v, a->v[i])) {
      return false;
    }
  }
  return empty > 0 && h->intern_count == size - empty; /* as above */
}

/* After the objects: texts and shapes in the tables have been verified. */
static bool check_tables(const cs_verifier *v) {
  const cs_value *r = v->ctx->head->root;
  return check_transitions(v, r[CS_ROOT_SHAPES]) &&
         check_names(v, r[CS_ROOT_INTERN]);
}

/* Let `v[i]` sink in the heap of `n` numbers. */
static void sift(uint32_t *v, uint32_t i, uint32_t n) {
  for (uint32_t k; (k = 2 * i + 1) < n; i = k) {
    if (k + 1 < n && v[k + 1] > v[k]) k++;
    if (v[i] >= v[k]) return;
    uint32_t x = v[i];
    v[i] = v[k];
    v[k] = x;
  }
}

/* In place, and without the C library, whose qsort asks the kernel for the size
 * of the memory: a worker may not. */
static void sort_numbers(uint32_t *v, uint32_t n) {
  for (uint32_t i = n / 2; i-- > 0;) sift(v, i, n);
  while (n > 1) {
    uint32_t last = v[--n];
    v[n] = v[0];
    v[0] = last;
    sift(v, 0, n);
  }
}

/* No two dicts have one version, and no class has it for its offset, or code
 * would look into one where the keys of the other are.  The `n` objects at
 * `some` are those of level 1. */
static bool check_versions(const cs_verifier *v, const cs_off *some,
                           uint32_t n) {
  assert(v->ctx->head->keyver >= CS_DICT_VERSION); /* check_head */
  uint32_t *seen = malloc((n + 1) * sizeof *seen), count = 0;
  if (!seen) return false;
  seen[0] = CS_DICT_VERSION;
  for (uint32_t i = 0; i < n; i++) {
    const cs_dict *d = CS_AT(v->ctx, cs_dict, some[i]);
    if (d->h.type == CS_L_DICT && d->keyver) seen[++count] = d->keyver;
  }
  sort_numbers(seen + 1, count);
  bool good = seen[count] <= v->ctx->head->keyver;
  for (uint32_t i = 0; i < count; i++)
    good &= seen[i] < seen[i + 1] && (seen[i + 1] & 15) == 15;
  free(seen);
  return good;
}

/* The order matters: each step reads what the steps before it have verified.
 * CS_EOS: no memory for the list of objects, which is no fault of the dump. */
static cs_status check_all(const cs_verifier *v) {
  uint32_t count[LEVELS] = {0};
  if (!walk(v, count) || !check_free(v) || !check_roots(v)) return CS_ECORRUPT;
  uint64_t n = (uint64_t)count[1] + count[2] + count[3];
  cs_off *later = malloc((n + 1) * sizeof *later);
  if (!later) return CS_EOS;
  bool good = check_objects(v, later, count) &&
              check_versions(v, later, count[1]) && check_tables(v) &&
              cs_verify_frames(v);
  free(later);
  return good ? CS_OK : CS_ECORRUPT;
}

/* Order matters: sizes before objects, objects before the fields that refer to
 * them, code before frames that run it. */
cs_status cs_snap_verify(cs_ctx *ctx) {
  if (!check_head(ctx)) return CS_ECORRUPT;
  uint64_t cells = (ctx->head->heap_top - CS_HEAP_BASE) / 16 + 1;
  uint64_t starts_size = cells / 8 + 1;
  uint8_t *starts = calloc(starts_size + cells / 4 + 1, 1);
  if (!starts) return CS_EOS;
  const cs_verifier v = {.ctx = ctx,
                         .heap_start = starts,
                         .owner = starts + starts_size,
                         .image_start = ctx->image_starts,
                         .heap_top = ctx->head->heap_top};
  cs_status st = check_all(&v);
  free(starts);
  return st;
}
