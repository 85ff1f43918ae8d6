/*
 * charmap.h - single-byte encodings, written by tools/gen/gen_charmap.py.
 *
 * Do not edit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_GEN_CHARMAP_H
#define CS_TEXT_GEN_CHARMAP_H

#include <stdint.h>

#define CS_CHARMAP_COUNT 54
#define CS_CHARMAP_FIRST 10 /* codec kind of the first */
#define CS_CHARMAP_CJK   64
#define CS_CHARMAP_UNDEFINED 0xFFFF

/* Code points of the bytes from 128 on. */
extern const uint16_t cs_charmap_upper[54][128];

/* Normalised codec names, sorted, and their kinds. */
#define CS_CHARMAP_NAMES 323
#define CS_CHARMAP_NAME_SIZE 22
typedef struct cs_charmap_name {
  char name[CS_CHARMAP_NAME_SIZE];
  uint8_t kind;
} cs_charmap_name;
extern const cs_charmap_name cs_charmap_names[323];

/* What codecs.lookup calls each kind. */
#define CS_CHARMAP_KINDS 74
extern const char cs_charmap_canon[74][16];

#endif
