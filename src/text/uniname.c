/*
 * uniname.c - names unpacked from words, and found by a perfect hash.
 *
 * A name is a list of word codes; sixteen names form a block in which each
 * one says how many words it shares with the one before.  To find a name, its
 * hash picks the only number it could have, and that name is unpacked and
 * compared.  33 578 names take 308 kB in all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/uniname.h"

#include <assert.h>
#include <string.h>

#include "text/gen/uninames.h"

#define NONE      UINT32_MAX
#define WORDS_MAX 24 /* the generator checks that no name has more */

_Static_assert(CS_UNINAMES_LONGEST <= CS_UNINAME_MAX, "names have grown");

/* A name being written; bytes beyond the buffer are counted only. */
typedef struct sink {
  char *out;
  size_t cap, size;
} sink;

static void put(sink *k, char c) {
  if (k->size < k->cap) k->out[k->size] = c;
  k->size++;
}

/* Append a word; returns its last letter. */
static char put_word(sink *k, uint32_t word) {
  const uint8_t *p =
      cs_uninames_letters + cs_uninames_places[word / CS_UNINAMES_STRIDE];
  for (uint32_t skip = word % CS_UNINAMES_STRIDE; skip > 0; skip--)
    while (!(*p++ & 0x80)) continue;
  while (!(*p & 0x80)) put(k, (char)*p++);
  char last = (char)(*p & 0x7F);
  put(k, last);
  return last;
}

/* Read the next record of a block into `words`, which holds the name before.
 * Returns the number of words. */
static uint32_t read_record(const uint8_t **from, uint16_t words[WORDS_MAX]) {
  const uint8_t *p = *from;
  uint32_t count = *p >> 4;
  uint32_t fresh = *p++ & 15;
  if (fresh == 15) fresh = *p++;
  assert(count + fresh <= WORDS_MAX);
  for (; fresh > 0; fresh--) {
    uint32_t code = *p++;
    if (code >= CS_UNINAMES_SHORT)
      code += (code - CS_UNINAMES_SHORT) * 255 + *p++;
    words[count++] = (uint16_t)code;
  }
  *from = p;
  return count;
}

/* Write the name with a number. */
static size_t unpack(uint32_t number, char *buf, size_t cap) {
  uint16_t words[WORDS_MAX];
  uint32_t count = 0;
  const uint8_t *p =
      cs_uninames_packed + cs_uninames_starts[number / CS_UNINAMES_BLOCK];
  for (uint32_t i = 0; i <= number % CS_UNINAMES_BLOCK; i++)
    count = read_record(&p, words);
  sink k = {.out = buf, .cap = cap};
  for (uint32_t i = 0; i < count; i++)
    if (put_word(&k, words[i]) != '-' && i + 1 < count) put(&k, ' ');
  return k.size;
}

static char upper(char c) {
  return (char)(c >= 'a' && c <= 'z' ? c - 32 : c);
}

/* The number of a name in the tables, or NONE.  tools/gen/gen_uninames.py made
 * the shifts so that no two names meet in a slot. */
static uint32_t find_number(const char *name, size_t n) {
  char mine[CS_UNINAME_MAX];
  if (n == 0 || n > CS_UNINAMES_LONGEST) return NONE;
  uint64_t h = UINT64_C(0xCBF29CE484222325);
  for (size_t i = 0; i < n; i++)
    h = (h ^ (uint8_t)upper(name[i])) * UINT64_C(0x100000001B3);
  h ^= h >> 29;
  uint64_t shift = cs_uninames_shifts[h % CS_UNINAMES_BUCKETS];
  uint64_t x =
      (h ^ shift * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xD6E8FEB86659FD93);
  uint32_t number = cs_uninames_slots[(x >> 32) % CS_UNINAMES_SLOTS];
  if (number >= CS_UNINAMES_COUNT) return NONE;
  if (unpack(number, mine, sizeof mine) != n) return NONE;
  for (size_t i = 0; i < n; i++)
    if (mine[i] != upper(name[i])) return NONE;
  return number;
}

/* The code point of a plain name: the last run that starts at or below. */
static uint32_t cp_of(uint32_t number) {
  uint32_t from = 0, to = CS_UNINAMES_RUNS;
  while (to - from > 1) {
    uint32_t mid = (from + to) / 2;
    if (cs_uninames_runs[mid].number <= number)
      from = mid;
    else
      to = mid;
  }
  return cs_uninames_runs[from].cp + (number - cs_uninames_runs[from].number);
}

static uint32_t number_of(uint32_t cp) {
  uint32_t from = 0, to = CS_UNINAMES_RUNS;
  while (to - from > 1) {
    uint32_t mid = (from + to) / 2;
    if (cs_uninames_runs[mid].cp <= cp)
      from = mid;
    else
      to = mid;
  }
  if (cp < cs_uninames_runs[from].cp) return NONE;
  uint32_t number =
      cs_uninames_runs[from].number + (cp - cs_uninames_runs[from].cp);
  return number < cs_uninames_runs[from + 1].number ? number : NONE;
}

/* --- names that end in their code point ---------------------------------- */

static int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* CPython compares the letters of unified ideographs as they are. */
static bool is_exact(const char *prefix) {
  return memcmp(prefix, "CJK UNIFIED", 11) == 0;
}

/* If `name` is the prefix of range `r` and a code point of it. */
static bool match_range(const cs_uninames_range *r, const char *name, size_t n,
                        uint32_t *cp) {
  size_t head = strlen(r->prefix);
  bool exact = is_exact(r->prefix);
  if (n < head + 4 || n > head + 5) return false;
  uint32_t v = 0;
  for (size_t i = 0; i < n; i++) {
    char c = exact ? name[i] : upper(name[i]);
    int digit = hex_value(c);
    if (i < head ? c != r->prefix[i] : digit < 0) return false;
    if (i >= head) v = v << 4 | (uint32_t)digit;
  }
  /* A fifth digit that is zero is accepted for unified ideographs only. */
  if (v < r->first || v > r->last) return false;
  if (!exact && (n - head == 5) != (v > 0xFFFF)) return false;
  *cp = v;
  return true;
}

static bool find_range(const char *name, size_t n, uint32_t *cp) {
  for (size_t i = 0; i < CS_UNINAMES_RANGES; i++)
    if (match_range(&cs_uninames_ranges[i], name, n, cp)) return true;
  return false;
}

static size_t get_range(uint32_t cp, sink *k) {
  for (size_t i = 0; i < CS_UNINAMES_RANGES; i++) {
    const cs_uninames_range *r = &cs_uninames_ranges[i];
    if (cp < r->first || cp > r->last) continue;
    for (const char *p = r->prefix; *p; p++) put(k, *p);
    for (uint32_t shift = cp > 0xFFFF ? 20 : 16; shift > 0; shift -= 4)
      put(k, "0123456789ABCDEF"[cp >> (shift - 4) & 15]);
    break;
  }
  return k->size;
}

/* --- Hangul syllables ---------------------------------------------------- */

#define HANGUL       "HANGUL SYLLABLE "
#define HANGUL_FIRST 0xAC00u

enum { LEADS = 19, VOWELS = 21, TAILS = 28 };

static const char leads[LEADS][4] = {"G", "GG", "N", "D",  "DD", "R", "M",
                                     "B", "BB", "S", "SS", "",   "J", "JJ",
                                     "C", "K",  "T", "P",  "H"};
static const char vowels[VOWELS][4] = {
    "A",  "AE", "YA", "YAE", "EO", "E",  "YEO", "YE", "O",  "WA", "WAE",
    "OE", "YO", "U",  "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
static const char tails[TAILS][4] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH",
                                     "D",  "L",  "LG", "LM", "LB", "LS", "LT",
                                     "LP", "LH", "M",  "B",  "BS", "S",  "SS",
                                     "NG", "J",  "C",  "K",  "T",  "P",  "H"};

/* The longest piece that `name` starts with at `*at`, which moves behind it;
 * -1 if there is none. */
static int match_piece(const char pieces[][4], int count, const char *name,
                       size_t n, size_t *at) {
  int best = -1;
  size_t longest = 0;
  for (int i = 0; i < count; i++) {
    size_t size = strlen(pieces[i]);
    if (size > n - *at || (best >= 0 && size <= longest)) continue;
    if (memcmp(pieces[i], name + *at, size) != 0) continue;
    best = i;
    longest = size;
  }
  *at += longest;
  return best;
}

static bool find_hangul(const char *name, size_t n, uint32_t *cp) {
  size_t at = sizeof HANGUL - 1;
  if (n < at || memcmp(name, HANGUL, at) != 0) return false;
  int l = match_piece(leads, LEADS, name, n, &at);
  int v = match_piece(vowels, VOWELS, name, n, &at);
  int t = match_piece(tails, TAILS, name, n, &at);
  if (l < 0 || v < 0 || t < 0 || at != n) return false;
  *cp = HANGUL_FIRST + (uint32_t)((l * VOWELS + v) * TAILS + t);
  return true;
}

static size_t get_hangul(uint32_t cp, sink *k) {
  uint32_t s = cp - HANGUL_FIRST;
  const char *parts[] = {HANGUL, leads[s / (VOWELS * TAILS)],
                         vowels[s / TAILS % VOWELS], tails[s % TAILS]};
  for (size_t i = 0; i < 4; i++)
    for (const char *p = parts[i]; *p; p++) put(k, *p);
  return k->size;
}

/* ---- the interface --------------------------------------------------------
 */

uint32_t cs_uniname_lookup(const char *name, size_t n,
                           uint32_t out[CS_UNINAME_TEXT_MAX]) {
  uint32_t number = find_number(name, n);
  if (number == NONE)
    return find_hangul(name, n, out) || find_range(name, n, out) ? 1 : 0;
  if (number < CS_UNINAMES_PLAIN) {
    out[0] = cp_of(number);
    return 1;
  }
  uint32_t i = number - CS_UNINAMES_PLAIN;
  uint32_t from = cs_uninames_spans[i], to = cs_uninames_spans[i + 1];
  for (uint32_t k = from; k < to; k++) out[k - from] = cs_uninames_texts[k];
  return to - from;
}

bool cs_uniname_find(const char *name, size_t n, uint32_t *cp) {
  uint32_t out[CS_UNINAME_TEXT_MAX];
  if (cs_uniname_lookup(name, n, out) != 1) return false;
  *cp = out[0];
  return true;
}

size_t cs_uniname_get(uint32_t cp, char *buf, size_t cap) {
  char mine[CS_UNINAME_MAX];
  sink k = {.out = mine, .cap = sizeof mine};
  size_t size;
  uint32_t number = number_of(cp);
  if (number != NONE)
    size = unpack(number, mine, sizeof mine);
  else if (cp - HANGUL_FIRST < LEADS * VOWELS * TAILS)
    size = get_hangul(cp, &k);
  else
    size = get_range(cp, &k);
  if (size > 0 && size <= cap) memcpy(buf, mine, size);
  return size;
}
