/*
 * normal.c - decompose, order, compose.
 *
 * The three steps of Unicode Standard Annex 15, on an array of code points.
 * Ordering must be stable and must not be quadratic: short runs of combining
 * marks (nearly all of them) are sorted by insertion, long ones by counting
 * into spare space behind the array.  While ordering, the combining class
 * rides in the upper byte of each word.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/normal.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "text/gen/unidata.h"
#include "text/unicode.h"

/* Hangul syllables are arithmetic: L * V * (T or none). */
enum {
  S_BASE = 0xAC00,
  L_BASE = 0x1100,
  V_BASE = 0x1161,
  T_BASE = 0x11A7,
  L_COUNT = 19,
  V_COUNT = 21,
  T_COUNT = 28,
  S_COUNT = L_COUNT * V_COUNT * T_COUNT,
};

#define TURNS       65536 /* characters between two questions whether to go on */
#define SHORT_RUN   24    /* longest run sorted by insertion */
#define CP_MASK     0x1FFFFFu
#define CLASS_OF(w) ((w) >> 24)

static const char tags[][12] = {
    "",         "<noBreak>",  "<compat>", "<super>",   "<fraction>",
    "<font>",   "<sub>",      "<circle>", "<wide>",    "<vertical>",
    "<square>", "<isolated>", "<final>",  "<initial>", "<medial>",
    "<small>",  "<narrow>",
};

static const uint16_t *run_of(uint32_t cp) {
  if (cp > CS_UTF8_MAX) cp = 0;
  return &cs_unidata_decomp[cs_unidata_decomp_at(cp)];
}

uint32_t cs_normal_decomposition(uint32_t cp,
                                 uint32_t out[CS_NORMAL_DECOMP_MAX],
                                 const char **tag) {
  const uint16_t *run = run_of(cp);
  uint32_t units = run[0] >> 8, count = 0;
  *tag = tags[run[0] & 0xFF];
  for (uint32_t i = 1; i <= units; i++) {
    uint32_t v = run[i];
    if (v >> 10 == 0xD800 >> 10 && i < units)
      v = 0x10000 + ((v & 0x3FF) << 10) + (run[++i] & 0x3FFu);
    out[count++] = v;
  }
  return count;
}

static bool is_compatible(cs_normal_form form) {
  return form == CS_NORMAL_NFKC || form == CS_NORMAL_NFKD;
}

static bool is_composed(cs_normal_form form) {
  return form == CS_NORMAL_NFC || form == CS_NORMAL_NFKC;
}

static uint32_t split_hangul(uint32_t cp, uint32_t *out) {
  uint32_t s = cp - S_BASE;
  out[0] = L_BASE + s / (V_COUNT * T_COUNT);
  out[1] = V_BASE + s % (V_COUNT * T_COUNT) / T_COUNT;
  out[2] = T_BASE + s % T_COUNT;
  return s % T_COUNT ? 3 : 2;
}

/* Decompose `cp` until nothing changes.  Returns the number of code points,
 * at most CS_NORMAL_DECOMP_MAX. */
static uint32_t expand(uint32_t cp, bool compatible,
                       uint32_t out[CS_NORMAL_DECOMP_MAX]) {
  if (cp - S_BASE < S_COUNT) return split_hangul(cp, out);
  /* The stack holds what is still to be expanded, first on top. */
  uint32_t stack[2 * CS_NORMAL_DECOMP_MAX];
  uint32_t depth = 0, count = 0;
  stack[depth++] = cp;
  while (depth > 0) {
    uint32_t parts[CS_NORMAL_DECOMP_MAX];
    const char *tag;
    uint32_t top = stack[--depth];
    uint32_t n = cs_normal_decomposition(top, parts, &tag);
    if (n > 0 && (compatible || tag[0] == '\0'))
      while (n > 0) stack[depth++] = parts[--n];
    else
      out[count++] = top;
  }
  return count;
}

cs_normal_answer cs_normal_quick(cs_normal_form form, const uint8_t *s,
                                 size_t n) {
  cs_normal_answer answer = CS_NORMAL_YES;
  uint8_t previous = 0;
  for (size_t off = cs_utf8_ascii_prefix(s, n); off < n;) {
    uint32_t cp = cs_utf8_next(s, &off);
    const cs_unidata_prop_record *r = &cs_unidata_prop[cs_unidata_prop_at(cp)];
    if (r->combining && r->combining < previous) return CS_NORMAL_NO;
    previous = r->combining;
    uint32_t quick = (uint32_t)r->quick >> 2 * (uint32_t)form & 3;
    if (quick == CS_NORMAL_NO) return CS_NORMAL_NO;
    if (quick == CS_NORMAL_MAYBE) answer = CS_NORMAL_MAYBE;
  }
  return answer;
}

size_t cs_normal_need(cs_normal_form form, const uint8_t *s, size_t n,
                      const cs_patience *patience) {
  size_t count = 0, run = 0, longest = 0, turns = 0;
  for (size_t off = 0; off < n;) {
    if (++turns % TURNS == 0 && cs_patience_ends(patience)) return SIZE_MAX;
    uint32_t parts[CS_NORMAL_DECOMP_MAX];
    uint32_t k = expand(cs_utf8_next(s, &off), is_compatible(form), parts);
    count += k;
    for (uint32_t i = 0; i < k; i++) {
      run = cs_unicode_combining(parts[i]) ? run + 1 : 0;
      if (run > longest) longest = run;
    }
  }
  return count + (longest > SHORT_RUN ? longest : 0);
}

static void sort_by_insertion(uint32_t *run, size_t n) {
  for (size_t i = 1; i < n; i++) {
    uint32_t w = run[i];
    size_t k = i;
    for (; k > 0 && CLASS_OF(run[k - 1]) > CLASS_OF(w); k--)
      run[k] = run[k - 1];
    run[k] = w;
  }
}

/* `spare` has room for the run. */
static void sort_by_counting(uint32_t *run, size_t n, uint32_t *spare) {
  size_t start[257] = {0};
  for (size_t i = 0; i < n; i++) start[CLASS_OF(run[i]) + 1]++;
  for (size_t c = 1; c < 257; c++) start[c] += start[c - 1];
  memcpy(spare, run, n * sizeof *run);
  for (size_t i = 0; i < n; i++) run[start[CLASS_OF(spare[i])]++] = spare[i];
}

/* Put every run of combining marks in order; `work` has the classes in the
 * upper bytes and spare space behind `count`. */
static void order(uint32_t *work, size_t count) {
  for (size_t i = 0; i < count;) {
    size_t end = i;
    while (end < count && CLASS_OF(work[end])) end++;
    if (end - i > SHORT_RUN)
      sort_by_counting(work + i, end - i, work + count);
    else
      sort_by_insertion(work + i, end - i);
    i = end + 1;
  }
}

/* The primary composite of two code points, or 0. */
static uint32_t compose_pair(uint32_t a, uint32_t b) {
  if (a - L_BASE < L_COUNT && b - V_BASE < V_COUNT)
    return S_BASE + ((a - L_BASE) * V_COUNT + (b - V_BASE)) * T_COUNT;
  if (a - S_BASE < S_COUNT && (a - S_BASE) % T_COUNT == 0 && b > T_BASE &&
      b - T_BASE < T_COUNT)
    return a + (b - T_BASE);
  size_t from = 0, to = CS_UNIDATA_PAIRS;
  while (from < to) {
    size_t mid = (from + to) / 2;
    const cs_unidata_pair *p = &cs_unidata_pairs[mid];
    if (p->a == a && p->b == b) return p->ab;
    if (p->a < a || (p->a == a && p->b < b))
      from = mid + 1;
    else
      to = mid;
  }
  return 0;
}

/* Compose in place; classes are still in the upper bytes.  A mark joins the
 * last starter unless a mark of the same or a higher class stands between. */
static size_t compose(uint32_t *work, size_t count) {
  size_t used = 0, starter = 0;
  bool have_starter = false;
  for (size_t i = 0; i < count; i++) {
    uint32_t w = work[i], class = CLASS_OF(w);
    if (have_starter) {
      uint32_t before = CLASS_OF(work[used - 1]);
      bool adjacent = starter + 1 == used;
      if (adjacent || (before && before < class)) {
        uint32_t ab = compose_pair(work[starter], w & CP_MASK);
        if (ab) {
          work[starter] = ab;
          continue;
        }
      }
    }
    if (class == 0) {
      starter = used;
      have_starter = true;
    }
    work[used++] = w;
  }
  return used;
}

size_t cs_normal_run(cs_normal_form form, const uint8_t *s, size_t n,
                     uint32_t *work) {
  size_t count = 0;
  for (size_t off = 0; off < n;) {
    uint32_t parts[CS_NORMAL_DECOMP_MAX];
    uint32_t k = expand(cs_utf8_next(s, &off), is_compatible(form), parts);
    for (uint32_t i = 0; i < k; i++)
      work[count++] = parts[i] | (uint32_t)cs_unicode_combining(parts[i]) << 24;
  }
  order(work, count);
  if (is_composed(form)) count = compose(work, count);
  for (size_t i = 0; i < count; i++) work[i] &= CP_MASK;
  return count;
}

size_t cs_normal_bytes(const uint32_t *cps, size_t count) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; i++) bytes += cs_utf8_width(cps[i]);
  return bytes;
}

void cs_normal_store(const uint32_t *cps, size_t count, uint8_t *out) {
  for (size_t i = 0; i < count; i++) {
    assert(cps[i] <= CS_UTF8_MAX);
    out += cs_utf8_encode(cps[i], out);
  }
}
