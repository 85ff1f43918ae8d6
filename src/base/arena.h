/*
 * arena.h - one reserved, position-independent region of memory.
 *
 * Everything a session owns lives in one arena and is named by a 32-bit byte
 * offset from its base, never by a C pointer.  That is what makes a snapshot a
 * memcpy: the same bytes mean the same thing at any base address.
 *
 * The arena does not allocate objects.  It makes page ranges accessible and
 * takes the access away again; which range is image, stack or heap is the
 * engine's business.
 *
 * Invariants:
 *   - `limit <= CS_ARENA_MAX`, a multiple of CS_PAGE;
 *   - the reserved range goes from CS_ARENA_BELOW before `base` to
 *     CS_ARENA_ABOVE after it.  Any 32-bit offset plus any unsigned 32-bit
 *     index of elements of up to 16 bytes stays inside, and so does any offset
 *     plus a negative 32-bit index: a wrong offset, length or index faults or
 *     reads this session's bytes, never other memory of the process;
 *   - the page at offset 0 is never accessible: 0 can stand for "no object";
 *   - the image range is shared, read-only and cannot be committed over.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_ARENA_H
#define CS_BASE_ARENA_H

#include <stdint.h>

#include "base/status.h"

#define CS_PAGE      UINT64_C(4096)
#define CS_ARENA_MAX (UINT64_C(1) << 32)

/* The largest element that C code indexes (cs_entry, cs_set_entry). */
#define CS_ARENA_ELEMENT 16
/* The reach of a signed 32-bit index below the first byte ... */
#define CS_ARENA_BELOW ((UINT64_C(1) << 31) * CS_ARENA_ELEMENT)
/* ... and of an unsigned one above the last, with room for the fields of a
 * header in between. */
#define CS_ARENA_ABOVE \
  (CS_ARENA_MAX + (UINT64_C(1) << 32) * CS_ARENA_ELEMENT + (UINT64_C(1) << 20))

typedef uint32_t cs_off;

typedef struct cs_arena {
  char *base;          /* owned; start of the reserved range          */
  uint64_t limit;      /* hard ceiling, fixed when the session starts */
  uint64_t image_from; /* the mapped image, empty range if none       */
  uint64_t image_to;
} cs_arena;

/* Reserve address space for `a` and cap it at `limit` bytes, rounded down to
 * whole pages.  Nothing is accessible yet.  Returns CS_EINVAL for a limit
 * under two pages, CS_EOS if the kernel refuses; after a failure `a` needs no
 * cs_arena_fini. */
cs_status cs_arena_init(cs_arena *a, uint64_t limit) CS_MUST_CHECK;

/* Give the range back.  `a` may be zeroed or already finished. */
void cs_arena_fini(cs_arena *a);

/* Make [from, to) readable and writable.  Pages seen for the first time are
 * zero; pages that were accessible keep their bytes.  Both ends are page
 * multiples with CS_PAGE <= from <= to <= limit, outside the image, or
 * CS_EINVAL; CS_EOS if the kernel refuses. */
cs_status cs_arena_commit(cs_arena *a, uint64_t from,
                          uint64_t to) CS_MUST_CHECK;

/* Grow the accessible region [from, *end) until it holds `need`, in doubling
 * steps that stop at `max`; `*end` is the new end.  `from`, `*end` and `max`
 * are page multiples.  Returns CS_ELIMIT, changing nothing, when need > max,
 * otherwise as cs_arena_commit. */
cs_status cs_arena_grow(cs_arena *a, uint64_t from, uint64_t *end,
                        uint64_t need, uint64_t max) CS_MUST_CHECK;

/* Take access to [from, to) away and give its memory back to the kernel: the
 * pages fault until the next commit, which finds them zero.  Same rules for
 * the range as cs_arena_commit. */
cs_status cs_arena_decommit(cs_arena *a, uint64_t from,
                            uint64_t to) CS_MUST_CHECK;

/* Map the first `len` bytes of `fd` (borrowed, a memfd) shared and read-only
 * at `offset`, a page multiple.  One image per arena.  Returns CS_EINVAL for a
 * bad range, a second image or a file shorter than `len`. */
cs_status cs_arena_map_image(cs_arena *a, int fd, uint64_t offset,
                             uint64_t len) CS_MUST_CHECK;

/* Make committed memory [from, to) the image: no write reaches it any more.
 * Same rules for the range as cs_arena_commit; one image per arena. */
cs_status cs_arena_keep_image(cs_arena *a, uint64_t from,
                              uint64_t to) CS_MUST_CHECK;

/* The address of `off`.  Borrowed: stays valid until cs_arena_fini. */
static inline void *cs_arena_at(const cs_arena *a, cs_off off) {
  return a->base + off;
}

#endif
