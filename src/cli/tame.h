/*
 * tame.h - what a program with a terminal of its own may say to ours.
 *
 * Everything passes but what makes a terminal answer, as if its user had typed
 * (questions for its state, title, colours, position), and what reaches the
 * clipboard.  An answer would be input of the program, and what it chose it to
 * be: where the terminal can be made to repeat a text, that is a command.
 * Neither do printers, and none of the 8-bit controls (U+0080 to U+009F), which
 * begin the same sequences: as characters in UTF-8 or as single bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_TAME_H
#define CS_CLI_TAME_H

#include <stdbool.h>
#include <stddef.h>

#define CS_TAME_MOST 4096 /* bytes of one sequence; longer ones are dropped */

typedef struct cs_tame {
  unsigned state;
  unsigned need, nlead; /* of a character in UTF-8: bytes to come, bytes held */
  unsigned char lead[4];
  bool lost; /* the sequence is too long: it will not pass */
  size_t n;
  char held[CS_TAME_MOST + 1]; /* ends with a NUL */
} cs_tame;

/* Copy what may pass to `out`, which has room for n + CS_TAME_MOST; returns how
 * many bytes.  A sequence may come in parts. */
size_t cs_tame_filter(cs_tame *t, const char *bytes, size_t n, char *out);

#endif
