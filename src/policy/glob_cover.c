/*
 * glob_cover.c - does one pattern match all that another one does?
 *
 * Both are automata; a pair (states of `g`, states of `wide`) is visited once.
 * When `g` accepts and `wide` does not, or `wide` has no state left, there is
 * a text that only `g` matches.  Bytes that neither names behave alike, so one
 * of them stands for all.  Only paths in their usual spelling count: no empty
 * component, no slash at the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "policy/glob_in.h"

#define PAIRS 8192 /* visited at most; more counts as undecided */
#define MOST  (2 * CS_GLOB_WORDS + 1)

/* Where in a path a pair stands: its last word. */
enum { AT_START, BEHIND_ROOT, BEHIND_SLASH, IN_NAME };

typedef struct cs_cover {
  cs_glob_code narrow, wide;
  size_t words;    /* of a pair */
  uint64_t *pairs; /* owned; visited, one behind the other */
  size_t npairs, room;
  uint16_t slots[4 * PAIRS]; /* hash table: number of a pair + 1 */
  unsigned char bytes[258];  /* alphabet */
  size_t nbytes;
} cs_cover;

/* --- alphabet ------------------------------------------------------------ */

static void gather(const cs_glob_code *c, bool used[256]) {
  for (size_t i = 0; i < c->n; i++)
    if (c->op[i] < 256) used[c->op[i]] = true;
}

static void make_alphabet(cs_cover *v) {
  bool used[256] = {['/'] = true}, other = false;
  gather(&v->narrow, used);
  gather(&v->wide, used);
  for (int b = 1; b < 256; b++) {
    if (!used[b] && other) continue;
    other |= !used[b];
    v->bytes[v->nbytes++] = (unsigned char)b;
  }
}

/* --- visited pairs ------------------------------------------------------- */

static size_t hash(const uint64_t *pair, size_t words) {
  uint64_t h = UINT64_C(0x9E3779B97F4A7C15);
  for (size_t i = 0; i < words; i++)
    h = (h ^ pair[i]) * UINT64_C(0xFF51AFD7ED558CCD), h ^= h >> 32;
  return (size_t)h;
}

static bool grow(cs_cover *v) {
  if (v->npairs < v->room) return true;
  size_t room = v->room ? 2 * v->room : 64;
  uint64_t *pairs = realloc(v->pairs, room * v->words * sizeof *pairs);
  if (!pairs) return false;
  v->pairs = pairs;
  v->room = room;
  return true;
}

/* Remember a pair.  False: there is no room for it. */
static bool visit(cs_cover *v, const uint64_t *pair) {
  size_t mask = 4 * PAIRS - 1, at = hash(pair, v->words) & mask;
  size_t size = v->words * sizeof *pair;
  for (; v->slots[at]; at = (at + 1) & mask)
    if (memcmp(v->pairs + (v->slots[at] - 1u) * v->words, pair, size) == 0)
      return true;
  if (v->npairs == PAIRS || !grow(v)) return false;
  memcpy(v->pairs + v->npairs * v->words, pair, size);
  v->slots[at] = (uint16_t)++v->npairs;
  return true;
}

/* --- walking ------------------------------------------------------------- */

/* All pairs behind the one with this number.  False: not covered. */
static bool follow(cs_cover *v, size_t number) {
  uint64_t from[MOST], to[MOST];
  size_t half = v->narrow.words, last = v->words - 1;
  assert(v->words > half && v->words <= MOST);
  memcpy(from, v->pairs + number * v->words, v->words * sizeof *from);
  if (from[last] != BEHIND_SLASH && cs_glob_accepts(&v->narrow, from) &&
      !cs_glob_accepts(&v->wide, from + half))
    return false;
  bool behind = from[last] == BEHIND_SLASH || from[last] == BEHIND_ROOT;
  for (size_t i = 0; i < v->nbytes; i++) {
    bool slash = v->bytes[i] == '/';
    if (slash && behind) continue;
    to[last] = !slash                   ? IN_NAME
               : from[last] == AT_START ? BEHIND_ROOT
                                        : BEHIND_SLASH;
    if (!cs_glob_step(&v->narrow, from, v->bytes[i], to)) continue;
    if (!cs_glob_step(&v->wide, from + half, v->bytes[i], to + half))
      return false;
    if (!visit(v, to)) return false;
  }
  return true;
}

static bool walk(cs_cover *v, uint64_t *budget) {
  uint64_t start[MOST];
  start[v->words - 1] = AT_START;
  cs_glob_start(&v->narrow, start);
  cs_glob_start(&v->wide, start + v->narrow.words);
  if (!visit(v, start)) return false;
  for (size_t i = 0; i < v->npairs; i++) {
    uint64_t cost = v->nbytes * v->words;
    if (*budget < cost) return false;
    *budget -= cost;
    if (!follow(v, i)) return false;
  }
  return true;
}

static bool has_star(const cs_glob *g) {
  return !g->literal && strchr(g->text, '*');
}

/* Two paths without stars. */
static bool covers_plain(const cs_glob *wide, const cs_glob *g) {
  size_t n = strlen(wide->text);
  if (strcmp(wide->text, g->text) == 0) return wide->tree || !g->tree;
  if (!wide->tree || strncmp(wide->text, g->text, n) != 0) return false;
  return g->text[n] == '/' || strcmp(wide->text, "/") == 0;
}

bool cs_glob_covers(const cs_glob *wide, const cs_glob *g, uint64_t *budget) {
  if (!has_star(wide) && !has_star(g)) return covers_plain(wide, g);
  if (!cs_glob_meets(wide, g)) return false;
  CS_AUTO_FREE
  cs_cover *v = calloc(1, sizeof *v);
  if (!v || !cs_glob_compile(g, &v->narrow) || !cs_glob_compile(wide, &v->wide))
    return false;
  v->words = v->narrow.words + v->wide.words + 1;
  make_alphabet(v);
  bool covered = walk(v, budget);
  free(v->pairs);
  return covered;
}
