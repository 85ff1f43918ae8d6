/*
 * uninames.h - Unicode 14 names, written by tools/gen/gen_uninames.py.
 *
 * Do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_GEN_UNINAMES_H
#define CS_TEXT_GEN_UNINAMES_H

#include <stdint.h>

/* Code points from `cp` on have consecutive name numbers from `number` on. */
typedef struct cs_uninames_run {
  uint32_t cp, number;
} cs_uninames_run;

/* Names that are a prefix and the code point in hexadecimal. */
typedef struct cs_uninames_range {
  uint32_t first, last;
  char prefix[32];
} cs_uninames_range;

/* Words by frequency; the last letter has bit 7 set. */
#define CS_UNINAMES_SHORT 208
#define CS_UNINAMES_STRIDE 16
extern const uint8_t cs_uninames_letters[61404];
extern const uint16_t cs_uninames_places[779];

/* Names: shared << 4 | fresh, then the codes of fresh words. */
#define CS_UNINAMES_COUNT 33578
#define CS_UNINAMES_PLAIN 32647
#define CS_UNINAMES_BLOCK 16
extern const uint8_t cs_uninames_packed[136588];
extern const uint32_t cs_uninames_starts[2099];

/* Code points of names, ending with a run behind the last. */
#define CS_UNINAMES_RUNS 686
extern const cs_uninames_run cs_uninames_runs[687];
#define CS_UNINAMES_RANGES 13
extern const cs_uninames_range cs_uninames_ranges[13];

/* What alias or sequence number PLAIN + i stands for: the
 * UTF-32 text from spans[i] to spans[i + 1]. */
extern const uint16_t cs_uninames_spans[932];
extern const uint32_t cs_uninames_texts[1442];

/* Name -> number: see find() in uniname.c. */
#define CS_UNINAMES_BUCKETS 8394
#define CS_UNINAMES_SLOTS 34921
extern const uint16_t cs_uninames_shifts[8394];
extern const uint16_t cs_uninames_slots[34921];
#define CS_UNINAMES_LONGEST 88

#endif
