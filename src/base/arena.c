/*
 * arena.c - reserve once, commit on demand.
 *
 * We reserve the largest possible range up front (address space is free) and
 * make parts of it accessible later, so the base never moves.  The rest stays
 * PROT_NONE: a stray or forged offset faults instead of reading a neighbour.
 * The guard ranges on both sides are address space only: 100 GiB for a session
 * that has memory of its own, which leaves room for about 1,200 such sessions
 * in 47 bits.  Parked sessions have none.
 * Regions grow in doubling steps, because an mprotect is a system call and
 * splits a kernel mapping; large ranges ask for huge pages, which fault less
 * often.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/arena_file.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define RESERVE    (CS_ARENA_BELOW + CS_ARENA_ABOVE)
#define FIRST_STEP (UINT64_C(256) << 10)
#define HUGE_PAGE  (UINT64_C(2) << 20)

static bool is_page_multiple(uint64_t n) {
  return (n & (CS_PAGE - 1)) == 0;
}

/* Round up; the caller made sure that n <= CS_ARENA_MAX. */
static uint64_t round_to_page(uint64_t n) {
  return (n + CS_PAGE - 1) & ~(CS_PAGE - 1);
}

static bool is_private_range(const cs_arena *a, uint64_t from, uint64_t to) {
  if (!is_page_multiple(from) || !is_page_multiple(to)) return false;
  if (from < CS_PAGE || from > to || to > a->limit) return false;
  return to <= a->image_from || from >= a->image_to;
}

cs_status cs_arena_init(cs_arena *a, uint64_t limit) {
  if (limit < 2 * CS_PAGE) return CS_EINVAL;
  if (limit > CS_ARENA_MAX) limit = CS_ARENA_MAX;
  char *p = mmap(NULL, RESERVE, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return CS_EOS;
  *a = (cs_arena){.base = p + CS_ARENA_BELOW, .limit = limit & ~(CS_PAGE - 1)};
  return CS_OK;
}

void cs_arena_fini(cs_arena *a) {
  if (a->base) munmap(a->base - CS_ARENA_BELOW, RESERVE);
  *a = (cs_arena){0};
}

cs_status cs_arena_commit(cs_arena *a, uint64_t from, uint64_t to) {
  if (!is_private_range(a, from, to)) return CS_EINVAL;
  if (from == to) return CS_OK;
  if (mprotect(a->base + from, to - from, PROT_READ | PROT_WRITE) != 0)
    return CS_EOS;
  /* Advice only: a kernel without huge pages serves small ones. */
  if (to - from >= HUGE_PAGE)
    (void)madvise(a->base + from, to - from, MADV_HUGEPAGE);
  return CS_OK;
}

/* What grows is about to be written to: all its pages at once cost a tenth of
 * one fault after the other.  Huge pages are few as it is. */
static void fetch(cs_arena *a, uint64_t from, uint64_t to) {
  if (to - from < HUGE_PAGE)
    (void)madvise(a->base + from, to - from, MADV_POPULATE_WRITE);
}

cs_status cs_arena_grow(cs_arena *a, uint64_t from, uint64_t *end,
                        uint64_t need, uint64_t max) {
  assert(from <= *end && *end <= max && max <= CS_ARENA_MAX);
  if (need > max) return CS_ELIMIT;
  if (need <= *end) return CS_OK;
  /* No overflow below: every term is at most 2 * CS_ARENA_MAX. */
  uint64_t size = *end - from;
  size = size < FIRST_STEP ? FIRST_STEP : 2 * size;
  while (from + size < need) size *= 2;
  uint64_t want = from + size;
  if (want > max) want = max;
  cs_status st = cs_arena_commit(a, *end, want);
  if (st != CS_OK) return st;
  fetch(a, *end, want);
  *end = want;
  return CS_OK;
}

cs_status cs_arena_decommit(cs_arena *a, uint64_t from, uint64_t to) {
  if (!is_private_range(a, from, to)) return CS_EINVAL;
  if (from == to) return CS_OK;
  if (madvise(a->base + from, to - from, MADV_DONTNEED) != 0) return CS_EOS;
  if (mprotect(a->base + from, to - from, PROT_NONE) != 0) return CS_EOS;
  return CS_OK;
}

static cs_status map_image(cs_arena *a, int fd, uint64_t from, uint64_t offset,
                           uint64_t len, int how) {
  if (a->image_to != 0 || len == 0 || len > a->limit) return CS_EINVAL;
  if (!is_page_multiple(from) || from > INT64_MAX - len) return CS_EINVAL;
  uint64_t end = offset > a->limit ? UINT64_MAX : offset + round_to_page(len);
  if (!is_private_range(a, offset, end)) return CS_EINVAL;
  /* A page beyond the end of the file would raise SIGBUS, not zeroes. */
  struct stat sb;
  if (fstat(fd, &sb) != 0) return CS_EOS;
  if (sb.st_size < 0 || (uint64_t)sb.st_size < from + len) return CS_EINVAL;
  void *p =
      mmap(a->base + offset, len, PROT_READ, how | MAP_FIXED, fd, (off_t)from);
  if (p == MAP_FAILED) return CS_EOS;
  a->image_from = offset;
  a->image_to = end;
  return CS_OK;
}

cs_status cs_arena_map_image(cs_arena *a, int fd, uint64_t offset,
                             uint64_t len) {
  return map_image(a, fd, 0, offset, len, MAP_SHARED);
}

cs_status cs_arena_map_file(cs_arena *a, int fd, uint64_t from, uint64_t offset,
                            uint64_t len) {
  return map_image(a, fd, from, offset, len, MAP_PRIVATE);
}

cs_status cs_arena_keep_image(cs_arena *a, uint64_t from, uint64_t to) {
  if (a->image_to != 0 || from == to || !is_private_range(a, from, to))
    return CS_EINVAL;
  if (mprotect(a->base + from, to - from, PROT_READ) != 0) return CS_EOS;
  a->image_from = from;
  a->image_to = to;
  return CS_OK;
}
