/*
 * glob.c - patterns of paths and names: compiling and matching.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/glob.h"

#include <string.h>

#include "policy/glob_in.h"

/* --- compiling ----------------------------------------------------------- */

static void emit(cs_glob_code *c, int op) {
  c->op[c->n++] = (uint16_t)op;
}

/* A component "**" at `s`, which may stand there; returns its length. */
static size_t emit_stars(cs_glob_code *c, const char *s) {
  if (s[2] == '/') {
    emit(c, CS_GLOB_GAP);
    emit(c, CS_GLOB_INSIDE);
    return 3;
  }
  emit(c, CS_GLOB_ONE);
  emit(c, CS_GLOB_ALL);
  return 2;
}

static size_t emit_at(const cs_glob *g, cs_glob_code *c, const char *s) {
  bool fresh = s == g->text || s[-1] == '/';
  if (!g->literal && fresh && s[0] == '*' && s[1] == '*' &&
      (s[2] == '/' || !s[2]))
    return emit_stars(c, s);
  emit(c, !g->literal && *s == '*' ? CS_GLOB_STAR : (unsigned char)*s);
  return 1;
}

bool cs_glob_compile(const cs_glob *g, cs_glob_code *c) {
  if (strlen(g->text) > CS_GLOB_MOST) return false;
  c->n = 0;
  for (const char *s = g->text; *s;) s += emit_at(g, c, s);
  bool root = g->tree && strcmp(g->text, "/") == 0;
  if (root) emit(c, CS_GLOB_ALL); /* all lies below it */
  emit(c, CS_GLOB_END);
  if (g->tree && !root) emit(c, CS_GLOB_TAIL);
  c->words = c->n / 64 + 1;
  return true;
}

/* --- sets of states ------------------------------------------------------ */

/* Add a state and those that it reaches without reading. */
static void add(const cs_glob_code *c, uint64_t *set, size_t i) {
  for (;;) {
    set[i / 64] |= UINT64_C(1) << i % 64;
    if (c->op[i] == CS_GLOB_STAR || c->op[i] == CS_GLOB_ALL)
      i += 1;
    else if (c->op[i] == CS_GLOB_GAP)
      i += 2;
    else
      return;
  }
}

void cs_glob_start(const cs_glob_code *c, uint64_t *set) {
  memset(set, 0, c->words * sizeof *set);
  add(c, set, 0);
}

static void step_one(const cs_glob_code *c, size_t i, unsigned char byte,
                     uint64_t *to) {
  switch (c->op[i]) {
    case CS_GLOB_STAR:
      if (byte != '/') add(c, to, i);
      return;
    case CS_GLOB_ONE: add(c, to, i + 1); return;
    case CS_GLOB_TAIL:
    case CS_GLOB_ALL: add(c, to, i); return;
    case CS_GLOB_GAP: add(c, to, i + 1); return;
    case CS_GLOB_INSIDE:
      add(c, to, i);
      if (byte == '/') add(c, to, i + 1);
      return;
    case CS_GLOB_END:
      if (byte == '/' && i + 1 < c->n) add(c, to, i + 1);
      return;
    default:
      if (c->op[i] == byte) add(c, to, i + 1);
  }
}

bool cs_glob_step(const cs_glob_code *c, const uint64_t *from,
                  unsigned char byte, uint64_t *to) {
  uint64_t any = 0;
  memset(to, 0, c->words * sizeof *to);
  for (size_t w = 0; w < c->words; w++)
    for (uint64_t bits = from[w]; bits; bits &= bits - 1)
      step_one(c, 64 * w + (size_t)__builtin_ctzll(bits), byte, to);
  for (size_t w = 0; w < c->words; w++) any |= to[w];
  return any != 0;
}

static bool has(const uint64_t *set, size_t i) {
  return set[i / 64] >> i % 64 & 1;
}

bool cs_glob_accepts(const cs_glob_code *c, const uint64_t *set) {
  size_t last = c->n - 1;
  if (has(set, last)) return true;
  return c->op[last] == CS_GLOB_TAIL && has(set, last - 1);
}

/* --- matching ------------------------------------------------------------ */

/* The states after `text`; false: none is left. */
static bool run_over(const cs_glob_code *c, const char *text, uint64_t *set) {
  uint64_t next[CS_GLOB_WORDS];
  for (; *text; text++) {
    if (!cs_glob_step(c, set, (unsigned char)*text, next)) return false;
    memcpy(set, next, c->words * sizeof *set);
  }
  return true;
}

bool cs_glob_matches(const cs_glob *g, const char *text) {
  cs_glob_code c;
  uint64_t set[CS_GLOB_WORDS];
  if (!cs_glob_compile(g, &c)) return false;
  cs_glob_start(&c, set);
  return run_over(&c, text, set) && cs_glob_accepts(&c, set);
}

bool cs_glob_leads(const cs_glob *g, const char *path) {
  cs_glob_code c;
  uint64_t set[CS_GLOB_WORDS];
  if (!cs_glob_compile(g, &c)) return false;
  cs_glob_start(&c, set);
  return run_over(&c, path, set) && run_over(&c, "/", set);
}

/* --- without automata ---------------------------------------------------- */

/* Bytes before the first star. */
static size_t prefix(const cs_glob *g) {
  return g->literal ? strlen(g->text) : strcspn(g->text, "*");
}

bool cs_glob_meets(const cs_glob *a, const cs_glob *b) {
  size_t n = prefix(a), m = prefix(b), both = n < m ? n : m;
  if (memcmp(a->text, b->text, both) != 0) return false;
  const cs_glob *shorter = n < m ? a : b, *longer = n < m ? b : a;
  if (shorter->text[both]) return true; /* a star follows */
  if (!longer->text[both] || longer->text[both] == '*') return true;
  return shorter->tree &&
         (longer->text[both] == '/' || strcmp(shorter->text, "/") == 0);
}

uint64_t cs_glob_weight(const cs_glob *g) {
  size_t n = strlen(g->text), stars = 0;
  for (const char *s = g->text; !g->literal && *s; s++) stars += *s == '*';
  return (uint64_t)prefix(g) << 32 | (n - stars);
}
