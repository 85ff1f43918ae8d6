/*
 * cjk.h - East Asian encodings, written by tools/gen/gen_cjk.py.
 *
 * Do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_GEN_CJK_H
#define CS_TEXT_GEN_CJK_H

#include <stdint.h>

/* The encodings, in the order of the tables. */
enum {
  CS_CJK_GB18030,
  CS_CJK_GBK,
  CS_CJK_GB2312,
  CS_CJK_CP950,
  CS_CJK_BIG5,
  CS_CJK_CP949,
  CS_CJK_EUC_KR,
  CS_CJK_CP932,
  CS_CJK_SHIFT_JIS,
  CS_CJK_EUC_JP,
  CS_CJK_JISX0212,
  CS_CJK_CODECS
};

/* Half rows: the trail bytes 0x40..0xA0, or 0xA1..0xFE and padding. */
#define CS_CJK_HALF 97
#define CS_CJK_WIDE 191 /* cells of a row */
extern const uint16_t cs_cjk_halves[890][CS_CJK_HALF];
/* Numbers of the half rows of each lead byte from 0x81 on. */
#define CS_CJK_LEADS 126
extern const uint16_t cs_cjk_rows[CS_CJK_CODECS][CS_CJK_LEADS][2];

/* Cells (row * CS_CJK_WIDE + place) by their characters, where the
 * cells of each encoding begin, and the encoding that orders them. */
extern const uint16_t cs_cjk_cells[76944];
typedef struct cs_cjk_span {
  uint32_t from, to;
  uint8_t base;
} cs_cjk_span;
extern const cs_cjk_span cs_cjk_spans[CS_CJK_CODECS];

/* Characters that an encoding writes in another way (0: in none). */
typedef struct cs_cjk_odd {
  uint16_t cp, code;
} cs_cjk_odd;
extern const cs_cjk_odd cs_cjk_odds[44];
extern const uint32_t cs_cjk_odd_from[CS_CJK_CODECS + 1];

/* Runs of characters that gb18030 writes in four bytes. */
#define CS_CJK_RUNS 206
typedef struct cs_cjk_run {
  uint16_t cp, number;
} cs_cjk_run;
extern const cs_cjk_run cs_cjk_runs[206];

#endif
