/*
 * pool.c - publish the image, keep slots, wipe them between sessions.
 *
 * A program that has the image unpacked in its own file maps it from there
 * (ownfile.c).  Others unpack it: the first slot of a pool that keeps only one
 * for itself, since private memory has huge pages and most processes need no
 * second slot; for all others it becomes a sealed memfd, mapped shared and
 * read-only.
 * The first pages of a kept slot are written once when it is made: a session
 * that stays small causes no page fault at all.  The remains of a session are
 * wiped by memset and the pages stay, up to KEEP_HEAP of a slot and KEEP_POOL
 * of all idle ones; what is beyond goes back to the kernel.
 *
 * Ownership: a slot is the pool's while it is idle and the session's between
 * cs_slot_take and cs_slot_give; only its owner touches it, so there is no lock
 * in a slot.  The pool is counted by references: the user's, and one for every
 * session that is open.  `seed` and `starts` are written once and then only
 * read.
 *
 * What separates two sessions in one slot is wipe(): a byte of the first that
 * it misses can be read by the second.  It trusts the marks of what was used,
 * unless `spoilt`; debug builds check the caches, and tests/unit/test_pool.c
 * the rest.
 *
 * The lock is held for a few instructions only (a list is popped), except once
 * per pool while the starts of the image's objects are collected and once
 * while the image is published.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena_file.h"
#include "py/heap/icache.h"
#include "py/snap/draft.h"
#include "py/snap/image.h"
#include "py/snap/ownfile.h"
#include "py/snap/slot.h"

#define FIRST_FRAMES UINT64_C(0x10000)
#define FIRST_STACK  UINT64_C(0x40000)
#define FIRST_HEAP   UINT64_C(0x40000)
#define FEW_FRAMES   UINT64_C(768)    /* 32 records, wiped for each session */
#define WARM_STACK   UINT64_C(0x4000) /* made present in advance */
#define WARM_HEAP    UINT64_C(0x20000)
#define KEEP_HEAP    (UINT64_C(32) << 20)
#define KEEP_POOL    (UINT64_C(64) << 20)
#define SEALS        (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL)

extern const unsigned char cs_image_data[], cs_image_end[];

/* --- slots --------------------------------------------------------------- */

/* Reserve the arena and make the first part of each region accessible.  After a
 * failure the caller closes the slot, which accepts a half-opened one. */
cs_status cs_slot_open(cs_slot *s) {
  cs_arena *a = &s->arena;
  cs_status st = cs_arena_init(a, CS_ARENA_MAX);
  if (st != CS_OK) return st;
  s->frames_end = CS_FRAMES_BASE + FIRST_FRAMES;
  s->stack_end = CS_STACK_BASE + FIRST_STACK;
  s->heap_end = CS_HEAP_BASE + FIRST_HEAP;
  st = cs_arena_commit(a, CS_HEAD_BASE, CS_OUT_BASE + CS_OUT_SIZE);
  if (st == CS_OK) st = cs_arena_commit(a, CS_FRAMES_BASE, s->frames_end);
  if (st == CS_OK) st = cs_arena_commit(a, CS_STACK_BASE, s->stack_end);
  if (st == CS_OK) st = cs_arena_commit(a, CS_HEAP_BASE, s->heap_end);
  return st;
}

/* Accepts a slot that was opened half-way. */
void cs_slot_close(cs_slot *s) {
  cs_arena_fini(&s->arena);
  cs_scratch_fini(&s->scratch);
}

/* The context borrows everything; ends that move are written back by
 * cs_slot_give. */
void cs_slot_attach(cs_slot *s, cs_ctx *c) {
  c->base = s->arena.base;
  c->head = CS_AT(c, cs_head, CS_HEAD_BASE);
  c->image = CS_AT(c, cs_image, CS_IMAGE_BASE);
  c->arena = &s->arena;
  c->mcache = s->mcache;
  c->icache = c->icache_first = s->icache;
  c->imask = CS_INLINE_CACHE - 1;
  c->frames_end = s->frames_end;
  c->stack_end = s->stack_end;
  c->heap_end = s->heap_end;
  c->frames_soft = CS_FRAMES_BASE + FEW_FRAMES;
  c->out_high = 0;
}

/* Give pages beyond `first` back; `*end` is the accessible end. */
static cs_status shrink(cs_arena *a, uint64_t first, uint64_t *end) {
  if (*end <= first) return CS_OK;
  assert(first % CS_PAGE == 0);
  cs_status st = cs_arena_decommit(a, first, *end);
  if (st == CS_OK) *end = first;
  return st;
}

/* Zero [from, to), but nothing from `max` on: marks of a refused dump may lie,
 * and memory beyond the accessible end faults. */
static void clear(cs_slot *s, uint64_t from, uint64_t to, uint64_t max) {
  if (to > max) to = max;
  assert(from >= CS_HEAD_BASE && max <= CS_ARENA_MAX);
  if (to > from) memset(s->arena.base + from, 0, to - from);
}

#ifndef NDEBUG
static bool is_zero(const void *bytes, size_t n) {
  const char *p = bytes;
  return n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
}
#endif

/* Wipe, and let the heap stay accessible up to `keep` bytes. */
static cs_status wipe(cs_slot *s, cs_ctx *c, uint64_t keep) {
  cs_arena *a = &s->arena;
  assert(keep >= FIRST_HEAP); /* or the next session starts with less */
  cs_status st = shrink(a, CS_FRAMES_BASE + FIRST_FRAMES, &c->frames_end);
  if (st == CS_OK) st = shrink(a, CS_STACK_BASE + FIRST_STACK, &c->stack_end);
  if (st == CS_OK) st = shrink(a, CS_HEAP_BASE + keep, &c->heap_end);
  if (st != CS_OK) return st;
  /* A refused dump may have lied about the marks: then everything. */
  const cs_head *h = c->head;
  uint64_t heap = c->spoilt ? c->heap_end : h->heap_top;
  uint64_t stack = c->spoilt ? c->stack_end : h->stack_soft;
  uint64_t frames = c->spoilt ? c->frames_end : c->frames_soft;
  uint64_t out = c->spoilt ? CS_OUT_SIZE : c->out_high;
  clear(s, CS_HEAP_BASE, heap, c->heap_end);
  clear(s, CS_STACK_BASE, stack, c->stack_end);
  clear(s, CS_FRAMES_BASE, frames, c->frames_end);
  clear(s, CS_OUT_BASE, CS_OUT_BASE + out, CS_OUT_BASE + CS_OUT_SIZE);
  clear(s, CS_HEAD_BASE, CS_HEAD_BASE + sizeof(cs_head), CS_OUT_BASE);
  cs_icache_fini(c);
  cs_ctx_forget(c);
  assert(is_zero(s->mcache, sizeof s->mcache) &&
         is_zero(s->icache, sizeof s->icache)); /* `cached` told the truth */
  c->spoilt = false;
  c->out_high = 0;
  c->frames_soft = CS_FRAMES_BASE + FEW_FRAMES;
  return CS_OK;
}

cs_status cs_slot_wipe(cs_slot *s, cs_ctx *c) {
  return wipe(s, c, KEEP_HEAP);
}

/* --- the image ----------------------------------------------------------- */

/* Writing spares the kernel to clear and map pages first. */
static cs_status write_image(cs_pool *p, const char *from, size_t n) {
  while (n > 0) {
    ssize_t done = write(p->image_fd, from, n);
    if (done <= 0 && errno != EINTR) return CS_EOS;
    if (done <= 0) continue;
    from += done;
    n -= (size_t)done;
  }
  return CS_OK;
}

/* Fill the memfd.  The mapping is gone before the caller seals it: the kernel
 * refuses F_SEAL_WRITE while a writable one exists. */
static cs_status fill_image(cs_pool *p, size_t packed) {
  const char *plain = cs_image_plain(cs_image_data, packed);
  if (plain) return write_image(p, plain, cs_image_size(cs_image_data, packed));
  void *to = mmap(NULL, p->image_len, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_POPULATE, p->image_fd, 0);
  if (to == MAP_FAILED) return CS_EOS;
  cs_status st = cs_image_unpack(cs_image_data, packed, to);
  munmap(to, p->image_len); /* no writable mapping may remain for the seal */
  return st;
}

static size_t packed_len(void) {
  return (size_t)(cs_image_end - cs_image_data);
}

/* Make the image available to further slots and, through the descriptor, to
 * other processes.  Sealed: nobody can write it or change its size, so a worker
 * that got it cannot reach the sessions of others through it. */
static cs_status publish(cs_pool *p) {
  if (p->image_fd >= 0) return CS_OK;
  int fd = memfd_create("caisson-image", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return CS_EOS;
  p->image_fd = fd;
  cs_status st = CS_EOS;
  if (ftruncate(fd, (off_t)p->image_len) == 0) st = fill_image(p, packed_len());
  if (st == CS_OK && fcntl(fd, F_ADD_SEALS, SEALS) != 0) st = CS_EOS;
  if (st == CS_OK) return CS_OK;
  close(fd);
  p->image_fd = -1;
  return st;
}

/* Does the image begin there?  Another build's is of no use. */
static bool is_image(int fd, uint64_t from) {
  uint8_t id[32];
  return pread(fd, id, sizeof id, (off_t)(from + offsetof(cs_image, id))) ==
             sizeof id &&
         cs_image_is_that(cs_image_data, packed_len(), id);
}

static bool has_size(const cs_pool *p, int fd) {
  struct stat s;
  return fstat(fd, &s) == 0 && (uint64_t)s.st_size == p->image_len;
}

/* The program's file, if the image is in there as it is; -1: it is not.  What
 * /proc calls our file may be another one, a loader or an emulator. */
static int open_own(const cs_pool *p, uint64_t *from) {
  const void *plain = cs_image_plain(cs_image_data, packed_len());
  int fd = plain ? cs_own_file_open(plain, p->image_len, from) : -1;
  if (fd < 0 || is_image(fd, *from)) return fd;
  close(fd);
  return -1;
}

/* The descriptor comes from whoever started this process.  All seals must be
 * there, or its memory could change under us; the id must be our own build's,
 * since natives are named by number. */
bool cs_pool_adopt(cs_pool *p, int fd) {
  if (p->opened || p->image_fd >= 0 || fcntl(fd, F_GET_SEALS) != SEALS)
    return false;
  bool good = has_size(p, fd) && is_image(fd, 0);
  if (good) {
    p->image_fd = fd;
    p->opened = true; /* the first slot shares it as well */
  } else {
    close(fd);
  }
  return good;
}

/* Whole pages, as the kernel maps nothing less. */
static void measure(cs_pool *p) {
  size_t len = cs_image_size(cs_image_data, packed_len());
  p->image_fd = -1;
  p->image_len = (len + CS_PAGE - 1) & ~(CS_PAGE - 1);
}

/* For a process that only hands the image on; the descriptor is the caller's.
 * -1: there is none. */
int cs_pool_publish(void) {
  cs_pool p = {.refs = 1};
  measure(&p);
  return p.image_len && publish(&p) == CS_OK ? p.image_fd : -1;
}

/* Unpack the image into the slot itself, which owns the pages. */
static cs_status own_image(const cs_pool *p, cs_slot *s) {
  uint64_t end = CS_IMAGE_BASE + p->image_len;
  cs_status st = cs_arena_commit(&s->arena, CS_IMAGE_BASE, end);
  if (st == CS_OK)
    st = cs_image_unpack(cs_image_data, packed_len(),
                         s->arena.base + CS_IMAGE_BASE);
  if (st == CS_OK) st = cs_arena_keep_image(&s->arena, CS_IMAGE_BASE, end);
  return st;
}

/* A bit for every 16 bytes of the image, set where an object starts: the
 * verifier of snapshots asks it for each reference into the image. */
static uint8_t *find_starts(const cs_ctx *ctx) {
  uint64_t end = ctx->image->end;
  uint8_t *bits = calloc((end - CS_IMAGE_BASE) / 128 + 2, 1);
  if (!bits) return NULL;
  uint64_t off = (CS_IMAGE_BASE + sizeof(cs_image) + 15) & ~UINT64_C(15);
  while (off < end) {
    const cs_obj *o = CS_AT(ctx, cs_obj, (cs_off)off);
    uint64_t i = (off - CS_IMAGE_BASE) >> 4;
    assert(o->units > 0); /* the image is ours */
    bits[i >> 3] = (uint8_t)(bits[i >> 3] | 1u << (i & 7));
    off += (uint64_t)o->units * 16;
  }
  return bits;
}

/* --- the pool ------------------------------------------------------------ */

/* A spin lock, since it is held for a few instructions. */
static void lock(cs_pool *p) {
  while (atomic_flag_test_and_set_explicit(&p->lock, memory_order_acquire)) {
  }
}

static void unlock(cs_pool *p) {
  atomic_flag_clear_explicit(&p->lock, memory_order_release);
}

/* Made when the first snapshot is verified. NULL: no memory. */
const uint8_t *cs_slot_starts(cs_pool *p, const cs_ctx *ctx) {
  lock(p);
  if (!p->starts) p->starts = find_starts(ctx);
  const uint8_t *bits = p->starts;
  unlock(p);
  return bits;
}

/* Begin with what the first session had after its start-up, instead of starting
 * up again. */
bool cs_slot_sow(cs_pool *p, cs_ctx *ctx) {
  lock(p);
  bool ready = p->seed != NULL; /* once there it never changes */
  unlock(p);
  if (!ready) return false;
  assert(p->seed_len <= FIRST_HEAP); /* fits a slot as it is made */
  *ctx->head = p->head;
  memcpy(cs_at(ctx, CS_HEAP_BASE), p->seed, p->seed_len);
  return true;
}

/* False: another thread was first, and `bytes` stay the caller's. */
bool cs_slot_plant(cs_pool *p, const cs_head *head, uint8_t *bytes,
                   uint32_t len) {
  lock(p);
  bool first = !p->seed;
  if (first) {
    p->head = *head;
    p->seed = bytes;
    p->seed_len = len;
  }
  unlock(p);
  return first;
}

/* Make the first pages present: a session then starts without faults. */
static void warm(cs_slot *s, bool image) {
  const struct {
    uint64_t from, to;
  } list[] = {{CS_HEAD_BASE, CS_OUT_BASE + CS_PAGE},
              {CS_FRAMES_BASE, CS_FRAMES_BASE + CS_PAGE},
              {CS_STACK_BASE, CS_STACK_BASE + WARM_STACK},
              {CS_HEAP_BASE, CS_HEAP_BASE + WARM_HEAP}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    for (uint64_t at = list[i].from; at < list[i].to; at += CS_PAGE)
      *(volatile char *)(s->arena.base + at) = 0;
  if (image)
    (void)madvise(s->arena.base + CS_IMAGE_BASE,
                  s->arena.image_to - s->arena.image_from, MADV_POPULATE_READ);
}

/* No descriptor is kept: a program may hold thousands of pools. */
static cs_status map_own(const cs_pool *p, cs_slot *s) {
  uint64_t from;
  int fd = open_own(p, &from);
  if (fd < 0) return CS_EINVAL;
  cs_status st =
      cs_arena_map_file(&s->arena, fd, from, CS_IMAGE_BASE, p->image_len);
  close(fd);
  return st;
}

/* The first slot of a pool that keeps few gets a private copy, later ones share
 * a mapping.  The lock is held while the image is published, once per pool:
 * two threads must not publish it twice. */
static cs_status give_copy(cs_pool *p, cs_slot *s) {
  lock(p);
  bool alone = !p->opened && !p->warm;
  p->opened = true;
  cs_status st = alone ? CS_OK : publish(p);
  unlock(p);
  if (alone) return own_image(p, s);
  if (st != CS_OK) return st;
  return cs_arena_map_image(&s->arena, p->image_fd, CS_IMAGE_BASE,
                            p->image_len);
}

/* An adopted image comes first: whoever has one may not open files. */
static cs_status give_image(cs_pool *p, cs_slot *s) {
  lock(p);
  bool opened = p->opened;
  unlock(p);
  if (!opened && map_own(p, s) == CS_OK) return CS_OK;
  return give_copy(p, s);
}

/* `ahead`: before anybody wants it.  Later ones fetch the pages of the image
 * that their sessions use: each mapping of one counts as memory of the process,
 * though there is only one copy. */
static cs_status make_slot(cs_pool *p, bool ahead, cs_slot **out) {
  cs_slot *s = calloc(1, sizeof *s);
  if (!s) return CS_EOS;
  cs_status st = cs_slot_open(s);
  if (st == CS_OK) st = give_image(p, s);
  if (st != CS_OK) {
    cs_slot_close(s);
    free(s);
    return st;
  }
  if (p->warm) warm(s, ahead);
  *out = s;
  return CS_OK;
}

static void drop_slot(cs_slot *s) {
  cs_slot_close(s);
  free(s);
}

/* Bytes of its heap that an idle slot keeps beyond what each has. */
static uint64_t spare(const cs_slot *s) {
  assert(s->heap_end >= CS_HEAP_BASE + FIRST_HEAP);
  return s->heap_end - CS_HEAP_BASE - FIRST_HEAP;
}

/* With the lock held, or before anybody else knows the pool. */
static void push(cs_pool *p, cs_slot *s) {
  s->next = p->idle;
  p->idle = s;
  p->count++;
  p->spare += spare(s);
}

/* The idle slot that was given last, whose memory is most likely in a cache;
 * NULL: there is none.  With the lock held. */
static cs_slot *pop(cs_pool *p) {
  cs_slot *s = p->idle;
  if (!s) return NULL;
  p->idle = s->next;
  assert(p->count > 0 && p->spare >= spare(s));
  p->count--;
  p->spare -= spare(s);
  return s;
}

/* An idle slot, or a new one: a pool does not limit how many sessions there
 * are, only how many slots it keeps. */
cs_status cs_slot_take(cs_pool *p, cs_slot **out) {
  lock(p);
  cs_slot *s = pop(p);
  unlock(p);
  if (!s) {
    cs_status st = make_slot(p, false, &s);
    if (st != CS_OK) return st;
  }
  *out = s;
  return CS_OK;
}

void cs_slot_hold(cs_pool *p) {
  atomic_fetch_add_explicit(&p->refs, 1, memory_order_relaxed);
}

/* What one more idle slot may keep of its heap.  Two slots given at the same
 * moment may both get it: the sum is a guide, not a limit. */
static uint64_t keep_heap(cs_pool *p) {
  lock(p);
  uint64_t left = p->spare < KEEP_POOL ? KEEP_POOL - p->spare : 0;
  if (p->count >= p->keep) left = 0;
  unlock(p);
  left += FIRST_HEAP;
  return left < KEEP_HEAP ? left : KEEP_HEAP;
}

/* A slot that could not be wiped is never used again. */
void cs_slot_give(cs_pool *p, cs_slot *s, cs_ctx *ctx) {
  assert(ctx->base == s->arena.base); /* it is this session's slot */
  bool clean = wipe(s, ctx, keep_heap(p)) == CS_OK;
  s->frames_end = ctx->frames_end;
  s->stack_end = ctx->stack_end;
  s->heap_end = ctx->heap_end;
  lock(p);
  bool kept = clean && p->count < p->keep;
  if (kept) push(p, s);
  unlock(p);
  if (!kept) drop_slot(s);
}

/* With `slots` 0 one slot is kept and none is made in advance. */
cs_status cs_pool_new(uint32_t slots, cs_pool **out) {
  cs_pool *p = calloc(1, sizeof *p);
  if (!p) return CS_EOS;
  atomic_flag_clear(&p->lock);
  atomic_init(&p->refs, 1);
  p->keep = slots ? slots : 1;
  p->warm = slots > 0;
  measure(p);
  cs_status st = p->image_len ? CS_OK : CS_ECORRUPT;
  for (uint32_t i = 0; st == CS_OK && i < slots; i++) {
    cs_slot *s;
    st = make_slot(p, true, &s);
    if (st == CS_OK) push(p, s);
  }
  if (st != CS_OK) {
    cs_pool_free(p);
    return st;
  }
  *out = p;
  return CS_OK;
}

void cs_pool_keep(cs_pool *p, uint32_t slots) {
  lock(p);
  p->keep = slots ? slots : 1;
  unlock(p);
}

/* Called by the owner and by each session that ends; the last one frees.  The
 * release and acquire order makes what the others wrote visible to it. */
void cs_pool_free(cs_pool *p) {
  if (!p || atomic_fetch_sub_explicit(&p->refs, 1, memory_order_acq_rel) > 1)
    return;
  for (cs_slot *s = pop(p); s; s = pop(p)) drop_slot(s);
  if (p->image_fd >= 0) close(p->image_fd);
  free(p->starts);
  free(p->seed);
  cs_draft_drop(p);
  if (atomic_load(&p->attached)) p->free_attached(atomic_load(&p->attached));
  free(p);
}

/* The first thing that anybody attaches stays; later ones are dropped at once,
 * and their callers get the first. */
void *cs_pool_attach(cs_pool *p, void *thing, void (*drop)(void *)) {
  void *there = NULL;
  lock(p);
  p->free_attached = drop;
  unlock(p);
  if (atomic_compare_exchange_strong(&p->attached, &there, thing)) return thing;
  drop(thing);
  return there;
}

void *cs_pool_attached(cs_pool *p) {
  return atomic_load(&p->attached);
}
