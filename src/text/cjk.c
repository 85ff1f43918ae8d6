/*
 * cjk.c - the characters of cjk.h, by generated tables and a few rules.
 *
 * The way there is an array of rows of two bytes; the way back is a binary
 * search among the cells of that array, in the order of their characters.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/cjk.h"

#include <assert.h>
#include <string.h>

#include "text/gen/cjk.h"

_Static_assert(CS_CHARMAP_KINDS - CS_CHARMAP_CJK == CS_CJK_JISX0212,
               "run gen_charmap.py and gen_cjk.py");

#define LEAD      0x81u
#define TRAIL     0x40u
#define KANA      0xFF61u /* half-width, in one byte: 0xA1 to 0xDF */
#define KANA_END  0xFFA0u
#define SYLLABLES 0xAC00u
#define JUNG      21u /* vowels                                */
#define JONG      28u /* what may end a syllable, or nothing   */
#define FILLER    0xD4u

/* Numbers of the 30 consonants (0xA4A1 on) at the end of a syllable: none of
 * the three that only begin one.  At its beginning they are counted below. */
static const uint8_t jong_of[30] = {1,  2,  3,  4,  5,  6,  7,  0,  8,  9,
                                    10, 11, 12, 13, 14, 15, 16, 17, 0,  18,
                                    19, 20, 21, 22, 0,  23, 24, 25, 26, 27};
/* The consonants (0xA4A1 on) that begin a syllable, by number. */
static const uint8_t cho_place[19] = {0,  1,  3,  6,  7,  8,  16, 17, 18, 20,
                                      21, 22, 23, 24, 25, 26, 27, 28, 29};

/* The character of a cell of two bytes, 0 if there is none. */
static uint32_t cell(uint32_t codec, uint32_t lead, uint32_t trail) {
  if (lead < LEAD || lead >= LEAD + CS_CJK_LEADS || trail < TRAIL ||
      trail > 0xFE)
    return 0;
  uint32_t high = trail >= TRAIL + CS_CJK_HALF;
  uint32_t place = trail - TRAIL - (high ? CS_CJK_HALF : 0);
  return cs_cjk_halves[cs_cjk_rows[codec][lead - LEAD][high]][place];
}

/* --- decoding ------------------------------------------------------------ */

static cs_cjk_char found(uint32_t cp, uint32_t width) {
  return (cs_cjk_char){.cp = cp, .width = cp ? width : 0};
}

static cs_cjk_char cut(void) {
  return (cs_cjk_char){.partial = true};
}

/* Four bytes of GB 18030: a number in mixed radix. */
static cs_cjk_char decode_four(const uint8_t *s, size_t n) {
  if (n < 4) return cut();
  if (s[0] < 0x81 || s[0] > 0xFE || s[2] < 0x81 || s[2] > 0xFE || s[3] < 0x30 ||
      s[3] > 0x39)
    return found(0, 0);
  uint32_t number = ((s[0] - 0x81u) * 10 + s[1] - 0x30) * 1260 +
                    (s[2] - 0x81u) * 10 + s[3] - 0x30;
  if (s[0] >= 0x90) {
    uint32_t cp = 0x10000 + number - (0x90u - 0x81) * 12600;
    return found(cp > 0x10FFFF ? 0 : cp, 4);
  }
  if (s[0] > 0x84 || number >= 39420) return found(0, 0);
  uint32_t i = CS_CJK_RUNS;
  while (i > 0 && cs_cjk_runs[i - 1].number > number) i--;
  assert(i > 0);
  return found(cs_cjk_runs[i - 1].cp + number - cs_cjk_runs[i - 1].number, 4);
}

/* A syllable of EUC-KR as a filler and its three letters. */
static cs_cjk_char decode_letters(const uint8_t *s, size_t n) {
  if (n < 8) return cut();
  if (s[2] != 0xA4 || s[4] != 0xA4 || s[6] != 0xA4) return found(0, 0);
  uint32_t cho = 0, jung = s[5] - 0xBFu, jong = 0;
  while (cho < 19 && cho_place[cho] + 0xA1u != s[3]) cho++;
  if (cho == 19 || jung >= JUNG) return found(0, 0);
  if (s[7] != FILLER) {
    if (s[7] < 0xA1 || s[7] > 0xBE) return found(0, 0);
    jong = jong_of[s[7] - 0xA1];
    if (jong == 0) return found(0, 0);
  }
  return found(SYLLABLES + (cho * JUNG + jung) * JONG + jong, 8);
}

/* The character of one byte from 0x80 on in Shift JIS and its kin, or 0. */
static uint32_t decode_one(uint32_t codec, uint8_t byte) {
  if (byte >= 0xA1 && byte <= 0xDF) return KANA + byte - 0xA1;
  if (codec != CS_CJK_CP932) return 0;
  if (byte == 0x80) return 0x80;
  if (byte == 0xA0) return 0xF8F0;
  return byte >= 0xFD ? 0xF8F1u + byte - 0xFD : 0;
}

cs_cjk_char cs_cjk_decode(uint32_t kind, const uint8_t *s, size_t n) {
  uint32_t codec = kind - CS_CHARMAP_CJK;
  if (s[0] < 0x80) return (cs_cjk_char){.cp = s[0], .width = 1};
  if (codec == CS_CJK_CP932 || codec == CS_CJK_SHIFT_JIS) {
    uint32_t one = decode_one(codec, s[0]);
    if (one) return found(one, 1);
  }
  if (codec == CS_CJK_EUC_JP && s[0] == 0x8F)
    return n < 3 ? cut() : found(cell(CS_CJK_JISX0212, s[1], s[2]), 3);
  if (n < 2) return cut();
  if (codec == CS_CJK_GB18030 && s[1] >= 0x30 && s[1] <= 0x39)
    return decode_four(s, n);
  if (codec == CS_CJK_EUC_KR && s[0] == 0xA4 && s[1] == FILLER)
    return decode_letters(s, n);
  return found(cell(codec, s[0], s[1]), 2);
}

/* --- encoding ------------------------------------------------------------ */

/* How an encoding writes `cp` against the rule; false if it does not. */
static bool odd_code(uint32_t codec, uint32_t cp, uint32_t *code) {
  for (uint32_t i = cs_cjk_odd_from[codec]; i < cs_cjk_odd_from[codec + 1]; i++)
    if (cs_cjk_odds[i].cp == cp) {
      *code = cs_cjk_odds[i].code;
      return true;
    }
  return false;
}

/* The two bytes of `cp` as a number, 0 if there are none. */
static uint32_t code_of(uint32_t codec, uint32_t cp) {
  uint32_t code = 0;
  if (odd_code(codec, cp, &code)) return code;
  const cs_cjk_span *span = &cs_cjk_spans[codec];
  uint32_t from = span->from, to = span->to;
  while (from < to) {
    uint32_t mid = (from + to) / 2, at = cs_cjk_cells[mid];
    uint32_t lead = LEAD + at / CS_CJK_WIDE, trail = TRAIL + at % CS_CJK_WIDE;
    uint32_t here = cell(span->base, lead, trail);
    if (here == cp)
      return cell(codec, lead, trail) == cp ? lead << 8 | trail : 0;
    if (here < cp)
      from = mid + 1;
    else
      to = mid;
  }
  return 0;
}

static uint32_t encode_four(uint32_t cp, uint8_t *out) {
  uint32_t number;
  if (cp >= 0x10000) {
    number = cp - 0x10000 + (0x90u - 0x81) * 12600;
  } else {
    uint32_t i = CS_CJK_RUNS;
    while (i > 0 && cs_cjk_runs[i - 1].cp > cp) i--;
    if (i == 0) return 0;
    number = cs_cjk_runs[i - 1].number + cp - cs_cjk_runs[i - 1].cp;
  }
  out[3] = (uint8_t)(0x30 + number % 10);
  out[2] = (uint8_t)(0x81 + number / 10 % 126);
  out[1] = (uint8_t)(0x30 + number / 1260 % 10);
  out[0] = (uint8_t)(0x81 + number / 12600);
  return 4;
}

static uint32_t encode_letters(uint32_t cp, uint8_t *out) {
  uint32_t at = cp - SYLLABLES, jong = at % JONG, last = FILLER;
  for (uint32_t i = 0; i < 30 && jong > 0; i++)
    if (jong_of[i] == jong) last = 0xA1 + i;
  for (uint32_t i = 0; i < 8; i += 2) out[i] = 0xA4;
  out[1] = FILLER;
  out[3] = (uint8_t)(0xA1 + cho_place[at / (JUNG * JONG)]);
  out[5] = (uint8_t)(0xBF + at / JONG % JUNG);
  out[7] = (uint8_t)last;
  return 8;
}

static uint32_t write_code(uint32_t code, uint8_t *out) {
  if (code < 0x100) {
    out[0] = (uint8_t)code;
    return code != 0;
  }
  out[0] = (uint8_t)(code >> 8);
  out[1] = (uint8_t)code;
  return 2;
}

uint32_t cs_cjk_encode(uint32_t kind, uint32_t cp, uint8_t out[CS_CJK_BYTES]) {
  uint32_t codec = kind - CS_CHARMAP_CJK;
  bool surrogate = cp >= 0xD800 && cp < 0xE000;
  if (cp < 0x80) {
    out[0] = (uint8_t)cp;
    return 1;
  }
  bool shifted = codec == CS_CJK_CP932 || codec == CS_CJK_SHIFT_JIS;
  if (shifted && cp >= KANA && cp < KANA_END)
    return write_code(cp - KANA + 0xA1, out);
  uint32_t code = cp > 0xFFFF || surrogate ? 0 : code_of(codec, cp);
  if (code) return write_code(code, out);
  if (codec == CS_CJK_GB18030 && !surrogate) return encode_four(cp, out);
  if (codec == CS_CJK_EUC_KR && cp >= SYLLABLES && cp < 0xD7A4)
    return encode_letters(cp, out);
  if (codec != CS_CJK_EUC_JP || cp > 0xFFFF) return 0;
  code = code_of(CS_CJK_JISX0212, cp);
  if (!code) return 0;
  out[0] = 0x8F;
  return 1 + write_code(code, out + 1);
}
