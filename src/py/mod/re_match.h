/*
 * re_match.h - running a translated pattern, metered.
 *
 * Three things with three lifetimes:
 *   cs_re_memory  where bytes come from and how many there may be; outlives
 *                 the other two;
 *   cs_re_code    a compiled pattern; read-only, may be shared by threads;
 *   cs_re_runner  what a match in progress needs; one per thread.
 *
 * PCRE2 does what re_quick.c does not.
 *
 * Guarantees: no C recursion that depends on pattern or subject, no PCRE2 JIT,
 * no memory but from cs_re_memory, and between two looks at the meter a
 * bounded number of steps.  The same arguments always use the same fuel.
 *
 * Subjects are given as bytes with their variant (re_class.h) and must be what
 * it says; text must be generalised UTF-8.  PCRE2 is told not to check: lone
 * surrogates are well-formed three-byte sequences for its decoder and match as
 * the characters they are, as in Python.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_MATCH_H
#define CS_PY_MOD_RE_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "py/mod/re_error.h"
#include "py/mod/re_print.h"

#define CS_RE_UNSET SIZE_MAX /* offset of a group that took no part */

/* Source of memory.  `take` returns NULL or a block aligned for anything. */
typedef struct cs_re_memory {
  void *(*take)(void *arg, size_t size);
  void (*give)(void *arg, void *block);
  void *arg;
  size_t used;  /* bytes out, bookkeeping included */
  size_t limit; /* `used` never passes it          */
} cs_re_memory;

/* What matching may use.  `fuel` counts down; the match stops as soon as
 * `*interrupt` is not 0. */
typedef struct cs_re_meter {
  uint64_t fuel;
  const volatile uint32_t *interrupt; /* borrowed, may be NULL     */
  bool (*poll)(void *arg); /* asked now and then: true stops; or NULL */
  void *poll_arg;
  uint32_t ticks;
  size_t last;   /* private: last position    */
  uint32_t stop; /* private: a cs_re_outcome  */
} cs_re_meter;

typedef enum cs_re_outcome {
  CS_RE_NO_MATCH,
  CS_RE_MATCH,
  CS_RE_OUT_OF_FUEL,
  CS_RE_INTERRUPTED,
  CS_RE_OUT_OF_MEMORY
} cs_re_outcome;

typedef enum cs_re_how {
  CS_RE_SEARCH,   /* anywhere from `start` on        */
  CS_RE_ATSTART,  /* re.match: begins at `start`     */
  CS_RE_FULLMATCH /* re.fullmatch: and ends at the end */
} cs_re_how;

typedef struct cs_re_code {
  void *pcre;           /* owned                                       */
  cs_re_memory *memory; /* borrowed                                    */
  uint32_t *nests;      /* owned; as in cs_re_tree, NULL without groups */
  void *quick;          /* owned; a cs_re_quick, or NULL               */
  cs_re_variant variant;
  uint32_t captures;
  cs_re_lead lead;
  uint32_t prefix_len; /* what every match begins with */
  char prefix[CS_RE_PREFIX];
  size_t size;   /* bytes of compiled code                             */
  uint32_t cost; /* fuel to charge for compiling it or finding it in a
                    cache: the same, so that caches change nothing     */
} cs_re_code;

typedef struct cs_re_runner {
  cs_re_memory *memory; /* borrowed                                   */
  void *match_context;  /* owned                                      */
  void *match_data;     /* owned; NULL until the first match          */
  uint32_t pairs;       /* room of match_data                         */
  size_t held;          /* bytes taken for match_data and its stack   */
  const size_t *ends;   /* result of the last match                   */
  void *meter;          /* borrowed; what match_context knows         */
  size_t heap_kib;      /* likewise, the limit of its stack           */
  size_t *copy;         /* owned; room for `pairs`: a result without
                           PCRE2, or after a trim                     */
} cs_re_runner;

/* Position of an iteration over all matches, as finditer, findall, split and
 * sub make it: an empty match may follow a match directly, but not another
 * empty one at the same place. */
typedef struct cs_re_scan {
  size_t at;   /* where the next search begins         */
  bool moving; /* the next match must not be empty there */
} cs_re_scan;

/* Compile.  Returns CS_ESYNTAX with `err` if the pattern is beyond PCRE2's
 * limit of 64 KiB of code, CS_ELIMIT without memory. */
cs_status cs_re_match_compile(cs_re_memory *memory, const cs_re_text *text,
                              cs_re_code *out, cs_re_error *err) CS_MUST_CHECK;

/* Free compiled code.  `code` may be zeroed. */
void cs_re_match_release(cs_re_code *code);

/* Prepare for matching.  The runner must not be moved until cs_re_match_fini.
 * Returns CS_ELIMIT without memory. */
cs_status cs_re_match_init(cs_re_runner *r, cs_re_memory *memory) CS_MUST_CHECK;

/* Give everything back.  `r` may be zeroed. */
void cs_re_match_fini(cs_re_runner *r);

/* Match `code` in the `size` bytes of `subject` (up to endpos), from byte
 * `start` <= `size` on; look-behind and \b see what is before it.  `nonempty`:
 * an empty match at `start` does not count.  After CS_RE_MATCH `r->ends` holds
 * captures + 1 pairs of byte offsets, valid until the next match. */
cs_re_outcome cs_re_match_run(cs_re_runner *r, const cs_re_code *code,
                              const uint8_t *subject, size_t size, size_t start,
                              cs_re_how how, bool nonempty, cs_re_meter *meter);

/* Match.lastindex: the group that was closed last, 0 for none.  `ends` is what
 * a match of `code` left in its runner. */
uint32_t cs_re_match_last_group(const cs_re_code *code, const size_t *ends);

/* The next match of an iteration; start with {.at = pos}. */
cs_re_outcome cs_re_match_next(cs_re_runner *r, const cs_re_code *code,
                               const uint8_t *subject, size_t size,
                               cs_re_scan *scan, cs_re_meter *meter);

#endif
