/*
 * normal.h - decompositions and the normal forms NFC, NFD, NFKC, NFKD.
 *
 * Exactly Unicode 14, as in CPython 3.11's unicodedata.  Nothing is allocated:
 * the caller asks how many words of work space a text needs, brings them, and
 * finds the normalised code points in them.
 *
 *   if (cs_normal_quick(form, s, n) != CS_NORMAL_YES) {
 *     size_t words = cs_normal_need(form, s, n, NULL);   // take them
 *     size_t count = cs_normal_run(form, s, n, work);
 *     // cs_normal_bytes(work, count), take, cs_normal_store(work, count, out)
 *   }
 *
 * Time is O(n log n) even for hostile runs of combining marks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_NORMAL_H
#define CS_TEXT_NORMAL_H

#include <stddef.h>
#include <stdint.h>

#include "base/patience.h"

typedef enum cs_normal_form {
  CS_NORMAL_NFC,
  CS_NORMAL_NFD,
  CS_NORMAL_NFKC,
  CS_NORMAL_NFKD,
} cs_normal_form;

typedef enum cs_normal_answer {
  CS_NORMAL_YES,   /* the text is in this form                   */
  CS_NORMAL_MAYBE, /* only cs_normal_run can tell                */
  CS_NORMAL_NO,    /* it is not                                  */
} cs_normal_answer;

#define CS_NORMAL_DECOMP_MAX 18 /* code points of the longest mapping */

/* The decomposition mapping of one code point, not applied again to its
 * result, and its tag ("<compat>", "" for canonical mappings; static), as
 * unicodedata.decomposition shows them.  Returns the number of code points, 0
 * if there is no mapping.  Hangul syllables have none here. */
uint32_t cs_normal_decomposition(uint32_t cp,
                                 uint32_t out[CS_NORMAL_DECOMP_MAX],
                                 const char **tag);

/* Look at valid text without changing it. */
cs_normal_answer cs_normal_quick(cs_normal_form form, const uint8_t *s,
                                 size_t n);

/* Words of work space that cs_normal_run needs for this text; SIZE_MAX if
 * `patience` ends before it is known. */
size_t cs_normal_need(cs_normal_form form, const uint8_t *s, size_t n,
                      const cs_patience *patience);

/* Normalise.  Returns the number of code points now at the start of `work`. */
size_t cs_normal_run(cs_normal_form form, const uint8_t *s, size_t n,
                     uint32_t *work);

/* Bytes of `count` code points as UTF-8, and the writing of them. */
size_t cs_normal_bytes(const uint32_t *cps, size_t count);
void cs_normal_store(const uint32_t *cps, size_t count, uint8_t *out);

#endif
