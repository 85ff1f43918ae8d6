/*
 * cjk.h - the encodings of East Asia: GB, Big5, Wansung, Shift JIS, EUC-JP.
 *
 * One character at a time; codec_decode.c and codec_encode.c have the loops.
 * Results, also those for wrong input, equal those of CPython's codecs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_CJK_H
#define CS_TEXT_CJK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/gen/charmap.h"

#define CS_CJK_BYTES 8 /* the longest character: a syllable in EUC-KR */

typedef struct cs_cjk_char {
  uint32_t cp;
  uint32_t width; /* bytes read; 0: they are no character      */
  bool partial;   /* width 0: the input ends inside a character */
} cs_cjk_char;

/* Is `kind` (a cs_codec_kind) one of these encodings? */
static inline bool cs_cjk_is(uint32_t kind) {
  return kind >= CS_CHARMAP_CJK;
}

/* The character at the beginning of `n` > 0 bytes. */
cs_cjk_char cs_cjk_decode(uint32_t kind, const uint8_t *s, size_t n);

/* Write the bytes of `cp`; their number, 0 if the encoding lacks it. */
uint32_t cs_cjk_encode(uint32_t kind, uint32_t cp, uint8_t out[CS_CJK_BYTES]);

#endif
