/*
 * deflate_block.h - one block of a DEFLATE stream: its codes and its bits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_DEFLATE_BLOCK_H
#define CS_DIGEST_DEFLATE_BLOCK_H

#include "digest/deflate.h"

/* Bytes that a block takes beyond those it stands for: the lengths of its codes
 * have at most 316 symbols of up to 14 bits. */
#define CS_DEFLATE_BLOCK_MOST 640

typedef struct cs_deflate_writer {
  uint8_t *out; /* borrowed; room for all that will be written */
  size_t len;
  uint64_t bits;
  uint32_t nbits;
} cs_deflate_writer;

/* Zero bits up to the next byte. */
void cs_deflate_block_align(cs_deflate_writer *w);

/* `n` bytes as they are, in as many blocks as that takes; an empty one if
 * there are none. */
void cs_deflate_block_store(cs_deflate_writer *w, const uint8_t *in, size_t n,
                            bool last);

/* Symbols 0..k of `z`, which stand for in[0..n), in the shortest of three ways:
 * with codes of their own, with those of the format, or stored.  `far`: the
 * text has left the window, and is stored only if all else is too long. */
void cs_deflate_block_put(cs_deflate_writer *w, const cs_deflate *z, uint32_t k,
                          const uint8_t *in, size_t n, bool far, bool last);

#endif
