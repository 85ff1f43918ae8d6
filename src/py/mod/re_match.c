/*
 * re_match.c - running a translated pattern, metered.
 *
 * PCRE2's own match limit is no meter: it starts again at every position of
 * the subject and does not see the characters a single repeat runs over.  The
 * callouts printed by re_print.c do.
 *
 * PCRE2 keeps its backtracking stack in the match data and never shrinks it;
 * we throw it away when it passed KEEP bytes, after saving the result.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_match.h"

#include <assert.h>
#include <string.h>

#include "py/mod/re_quick.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define HEADER       16                   /* room for the size of a block */
#define KEEP         (size_t)(256 * 1024) /* stack kept between matches */
#define FIRST_PAIRS  16
#define NESTING      1000 /* parentheses; we print at most 4 per level */
#define COMPILE_COST 100  /* fuel, plus one per two bytes of text */
#define CALL_COST    2    /* fuel of a match that looks at nothing */
#define STRIDE       16   /* characters moved over per unit of fuel */
#define PREFIX_MIN   3    /* shorter ones stand in too many places */

/* --- memory -------------------------------------------------------------- */

/* Bytes that may still be taken; the limit may have been lowered. */
static size_t room(const cs_re_memory *m) {
  return m->limit > m->used ? m->limit - m->used : 0;
}

static void *take(cs_re_memory *m, size_t size) {
  if (size > SIZE_MAX - HEADER || size + HEADER > room(m)) return NULL;
  char *block = m->take(m->arg, size + HEADER);
  if (!block) return NULL;
  memcpy(block, &size, sizeof size);
  m->used += size + HEADER;
  return block + HEADER;
}

static size_t give(cs_re_memory *m, void *data) {
  size_t size;
  char *block = (char *)data - HEADER;
  memcpy(&size, block, sizeof size);
  m->used -= size + HEADER;
  m->give(m->arg, block);
  return size + HEADER;
}

static void *take_code(size_t size, void *memory) {
  return take(memory, size);
}

static void give_code(void *data, void *memory) {
  if (data) give(memory, data);
}

static void *take_stack(size_t size, void *runner) {
  cs_re_runner *r = runner;
  void *data = take(r->memory, size);
  if (data) r->held += size + HEADER;
  return data;
}

static void give_stack(void *data, void *runner) {
  cs_re_runner *r = runner;
  if (data) r->held -= give(r->memory, data);
}

/* --- compiling ----------------------------------------------------------- */

static uint32_t options_of(const cs_re_text *t) {
  uint32_t options = PCRE2_ALT_CIRCUMFLEX | PCRE2_NEVER_BACKSLASH_C;
  if (t->variant == CS_RE_OVER_TEXT) options |= PCRE2_UTF | PCRE2_NO_UTF_CHECK;
  if (t->ucp) options |= PCRE2_UCP;
  return options;
}

static pcre2_compile_context *new_context(pcre2_general_context *general,
                                          const cs_re_text *t) {
  pcre2_compile_context *c = pcre2_compile_context_create(general);
  if (!c) return NULL;
  pcre2_set_newline(c, PCRE2_NEWLINE_LF);
  pcre2_set_parens_nest_limit(c, NESTING);
  if (t->variant == CS_RE_OVER_TEXT)
    pcre2_set_compile_extra_options(c, PCRE2_EXTRA_ALLOW_SURROGATE_ESCAPES);
  return c;
}

static bool copy(cs_re_memory *m, const void *data, size_t size, void *out) {
  void *block = take(m, size);
  if (block) memcpy(block, data, size);
  memcpy(out, &block, sizeof block);
  return block != NULL;
}

/* Keep what cs_re_match_last_group needs, and the steps. */
static bool copy_parts(cs_re_code *code, const cs_re_text *text) {
  cs_re_memory *m = code->memory;
  if (text->captures &&
      !copy(m, text->nests, (text->captures + 1) * sizeof *code->nests,
            &code->nests))
    return false;
  return !text->quick || copy(m, text->quick, text->quick_size, &code->quick);
}

cs_status cs_re_match_compile(cs_re_memory *memory, const cs_re_text *text,
                              cs_re_code *out, cs_re_error *err) {
  int code = PCRE2_ERROR_NOMEMORY;
  PCRE2_SIZE where;
  pcre2_code *re = NULL;
  pcre2_general_context *general =
      pcre2_general_context_create(take_code, give_code, memory);
  pcre2_compile_context *c = general ? new_context(general, text) : NULL;
  if (c)
    re = pcre2_compile((PCRE2_SPTR)text->text, text->len, options_of(text),
                       &code, &where, c);
  pcre2_compile_context_free(c);
  pcre2_general_context_free(general);
  if (!re) {
    if (!c || code == PCRE2_ERROR_HEAP_FAILED) return CS_ELIMIT;
    cs_re_error_set(err, CS_RE_FAULT_ERROR, -1,
                    "regular expression is too large");
    return CS_ESYNTAX;
  }
  *out = (cs_re_code){.pcre = re,
                      .memory = memory,
                      .cost = COMPILE_COST + (uint32_t)(text->len / 2),
                      .variant = text->variant,
                      .captures = text->captures,
                      .lead = text->lead,
                      .prefix_len = text->prefix_len};
  memcpy(out->prefix, text->prefix, sizeof out->prefix);
  pcre2_pattern_info(re, PCRE2_INFO_SIZE, &out->size);
  if (copy_parts(out, text)) return CS_OK;
  cs_re_match_release(out);
  return CS_ELIMIT;
}

void cs_re_match_release(cs_re_code *code) {
  pcre2_code_free(code->pcre);
  if (code->nests) give(code->memory, code->nests);
  if (code->quick) give(code->memory, code->quick);
  *code = (cs_re_code){0};
}

/* --- the meter ----------------------------------------------------------- */

/* The clock, or the end of the fuel; false if the match must stop. */
static __attribute__((noinline)) bool charge_late(cs_re_meter *m,
                                                  uint64_t cost) {
  bool late = m->poll && (m->ticks & 0xFFF) == 0 && m->poll(m->poll_arg);
  if (late || (m->interrupt && *m->interrupt != 0)) {
    m->stop = CS_RE_INTERRUPTED;
    return false;
  }
  if (m->fuel < cost) {
    m->fuel = 0;
    m->stop = CS_RE_OUT_OF_FUEL;
    return false;
  }
  m->fuel -= cost;
  return true;
}

/* Charge; false if the match must stop. */
static inline bool charge(cs_re_meter *m, uint64_t cost) {
  bool look = (++m->ticks & 0xFFF) == 0 || (m->interrupt && *m->interrupt != 0);
  if (__builtin_expect(look || m->fuel < cost, 0)) return charge_late(m, cost);
  m->fuel -= cost;
  return true;
}

/* Charge for the way from the last reading to `now`. */
static bool charge_way(cs_re_meter *m, size_t now) {
  size_t way = now > m->last ? now - m->last : m->last - now;
  m->last = now;
  return charge(m, 1 + way / STRIDE);
}

/* Length of the text group `n` holds during a match, 0 if unset. */
static size_t group_length(const pcre2_callout_block *b, uint32_t n) {
  if (n >= b->capture_top || b->offset_vector[2 * n] == PCRE2_UNSET) return 0;
  return b->offset_vector[2 * n + 1] - b->offset_vector[2 * n];
}

static size_t longest_group(const pcre2_callout_block *b, uint32_t from) {
  size_t longest = 0;
  for (uint32_t n = from; n < b->capture_top; n++) {
    size_t length = group_length(b, n);
    if (length > longest) longest = length;
  }
  return longest;
}

/* Characters PCRE2 is about to read, by the number of the callout. */
static size_t ahead(const pcre2_callout_block *b) {
  uint32_t number = b->callout_number;
  if (number == 255) return longest_group(b, number - CS_RE_CALL_GROUP);
  if (number > CS_RE_CALL_GROUP)
    return group_length(b, number - CS_RE_CALL_GROUP);
  size_t left = b->subject_length - b->current_position;
  uint64_t want = UINT64_C(1) << (number - CS_RE_CALL_AHEAD);
  return want < left ? (size_t)want : left;
}

/* The first reading of a try: what lies between the last reading and the
 * start was searched, the rest is yet to be measured. */
static bool charge_search(cs_re_meter *m, size_t start) {
  size_t way = start > m->last ? start - m->last : 0;
  m->last = start;
  return charge(m, way / STRIDE);
}

static int on_callout(pcre2_callout_block *b, void *meter) {
  cs_re_meter *m = meter;
  if (b->callout_number == CS_RE_CALL_FIRST &&
      !charge_search(m, b->start_match))
    return PCRE2_ERROR_CALLOUT;
  if (!charge_way(m, b->current_position)) return PCRE2_ERROR_CALLOUT;
  if (b->callout_number <= CS_RE_CALL_FIRST) return 0;
  return charge(m, ahead(b) / STRIDE) ? 0 : PCRE2_ERROR_CALLOUT;
}

/* --- matching ------------------------------------------------------------ */

cs_status cs_re_match_init(cs_re_runner *r, cs_re_memory *memory) {
  *r = (cs_re_runner){.memory = memory};
  pcre2_general_context *general =
      pcre2_general_context_create(take_stack, give_stack, r);
  pcre2_match_context *c = general ? pcre2_match_context_create(general) : NULL;
  pcre2_general_context_free(general);
  if (!c) return CS_ELIMIT;
  pcre2_set_match_limit(c, UINT32_MAX);
  pcre2_set_depth_limit(c, UINT32_MAX);
  r->match_context = c;
  return CS_OK;
}

static void drop_data(cs_re_runner *r) {
  pcre2_match_data_free(r->match_data);
  r->match_data = NULL;
}

void cs_re_match_fini(cs_re_runner *r) {
  drop_data(r);
  pcre2_match_context_free(r->match_context);
  if (r->copy) give(r->memory, r->copy);
  *r = (cs_re_runner){0};
}

/* Make room for the result of a pattern with `captures` groups. */
static bool prepare(cs_re_runner *r, uint32_t captures) {
  uint32_t pairs = captures + 1;
  if (pairs > r->pairs) {
    drop_data(r);
    if (r->copy) give(r->memory, r->copy);
    r->pairs = pairs > FIRST_PAIRS ? pairs : FIRST_PAIRS;
    r->copy = take(r->memory, r->pairs * 2 * sizeof *r->copy);
    if (!r->copy) {
      r->pairs = 0;
      return false;
    }
  }
  if (r->match_data) return true;
  pcre2_general_context *general =
      pcre2_general_context_create(take_stack, give_stack, r);
  if (!general) return false;
  r->match_data = pcre2_match_data_create(r->pairs, general);
  pcre2_general_context_free(general);
  return r->match_data != NULL;
}

/* Keep the result but not a large stack. */
static void trim(cs_re_runner *r, uint32_t captures) {
  if (r->held <= KEEP) return;
  if (r->ends != r->copy)
    memcpy(r->copy, r->ends, (captures + 1) * 2 * sizeof *r->copy);
  r->ends = r->copy;
  drop_data(r);
}

/* PCRE2 doubles its stack and holds the old one while copying: with two thirds
 * of what is left as the ceiling, the last doubling still fits. */
static void set_heap_limit(cs_re_runner *r) {
  size_t kib = room(r->memory) / 1024 / 3 * 2;
  if (kib == r->heap_kib) return;
  r->heap_kib = kib;
  pcre2_set_heap_limit(r->match_context,
                       kib > UINT32_MAX ? UINT32_MAX : (uint32_t)kib);
}

static uint32_t match_options(const cs_re_code *code, cs_re_how how,
                              bool nonempty) {
  uint32_t options = code->variant == CS_RE_OVER_TEXT ? PCRE2_NO_UTF_CHECK : 0;
  if (how != CS_RE_SEARCH) options |= PCRE2_ANCHORED;
  if (how == CS_RE_FULLMATCH) options |= PCRE2_ENDANCHORED;
  if (nonempty) options |= PCRE2_NOTEMPTY_ATSTART;
  return options;
}

static bool pay_for(void *meter, uint64_t work) {
  return charge(meter, work);
}

/* Match without PCRE2, or PCRE2_ERROR_NOMEMORY. */
static int match_quick(cs_re_runner *r, const cs_re_code *code,
                       const uint8_t *subject, size_t size, size_t start,
                       uint32_t options) {
  cs_re_quick_job job = {.text = subject,
                         .size = (uint32_t)size,
                         .full = (options & PCRE2_ENDANCHORED) != 0,
                         .nonempty = (options & PCRE2_NOTEMPTY_ATSTART) != 0,
                         .ends = r->copy,
                         .captures = code->captures,
                         .pay = pay_for,
                         .meter = r->meter};
  cs_re_quick_result got =
      options & PCRE2_ANCHORED
          ? cs_re_quick_at(code->quick, &job, (uint32_t)start)
          : cs_re_quick_search(code->quick, &job, (uint32_t)start);
  r->ends = r->copy;
  if (got == CS_RE_QUICK_FULL) return PCRE2_ERROR_NOMEMORY;
  if (got == CS_RE_QUICK_UNPAID || !charge(r->meter, job.work))
    return PCRE2_ERROR_CALLOUT;
  return got == CS_RE_QUICK_YES ? 1 : PCRE2_ERROR_NOMATCH;
}

static int match_at(cs_re_runner *r, const cs_re_code *code,
                    const uint8_t *subject, size_t size, size_t start,
                    uint32_t options) {
  if (code->quick && size < UINT32_MAX) {
    int rc = match_quick(r, code, subject, size, start, options);
    if (rc != PCRE2_ERROR_NOMEMORY) return rc;
  }
  r->ends = pcre2_get_ovector_pointer(r->match_data);
  return pcre2_match(code->pcre, subject, size, start, options, r->match_data,
                     r->match_context);
}

/* Try only where the prefix stands, which takes no PCRE2 to find. */
static int find_prefix(cs_re_runner *r, const cs_re_code *code,
                       const uint8_t *subject, size_t size, size_t start,
                       uint32_t options, cs_re_meter *meter) {
  for (;; start++) {
    const uint8_t *at = start < size ? memmem(subject + start, size - start,
                                              code->prefix, code->prefix_len)
                                     : NULL;
    if (!at) return PCRE2_ERROR_NOMATCH;
    start = (size_t)(at - subject);
    if (!charge_way(meter, start)) return PCRE2_ERROR_CALLOUT;
    int rc = match_at(r, code, subject, size, start, options | PCRE2_ANCHORED);
    if (rc != PCRE2_ERROR_NOMATCH) return rc;
  }
}

/* A pattern that starts with a dot repeated without end matches, if anywhere
 * in a line, already at its start (or where the search starts). */
static int find(cs_re_runner *r, const cs_re_code *code, const uint8_t *subject,
                size_t size, size_t start, uint32_t options,
                cs_re_meter *meter) {
  if (code->prefix_len >= PREFIX_MIN && !(options & PCRE2_ANCHORED))
    return find_prefix(r, code, subject, size, start, options, meter);
  if (code->lead == CS_RE_LEAD_ANY || (options & PCRE2_ANCHORED))
    return match_at(r, code, subject, size, start, options);
  for (;;) {
    int rc = match_at(r, code, subject, size, start, options | PCRE2_ANCHORED);
    if (rc != PCRE2_ERROR_NOMATCH || code->lead == CS_RE_LEAD_ONCE ||
        start == size)
      return rc;
    const uint8_t *line = memchr(subject + start, '\n', size - start);
    if (!line) return rc;
    start = (size_t)(line - subject) + 1;
    options &= ~(uint32_t)PCRE2_NOTEMPTY_ATSTART;
  }
}

static cs_re_outcome outcome_of(int rc, const cs_re_meter *m) {
  if (rc > 0) return CS_RE_MATCH;
  switch (rc) {
    case PCRE2_ERROR_NOMATCH: return CS_RE_NO_MATCH;
    case PCRE2_ERROR_CALLOUT: return (cs_re_outcome)m->stop;
    case PCRE2_ERROR_MATCHLIMIT: return CS_RE_OUT_OF_FUEL;
    default:
      assert(rc == PCRE2_ERROR_HEAPLIMIT || rc == PCRE2_ERROR_NOMEMORY);
      return CS_RE_OUT_OF_MEMORY;
  }
}

cs_re_outcome cs_re_match_run(cs_re_runner *r, const cs_re_code *code,
                              const uint8_t *subject, size_t size, size_t start,
                              cs_re_how how, bool nonempty,
                              cs_re_meter *meter) {
  assert(start <= size);
  meter->last = start;
  if (!charge(meter, CALL_COST)) return (cs_re_outcome)meter->stop;
  if (!prepare(r, code->captures)) return CS_RE_OUT_OF_MEMORY;
  set_heap_limit(r);
  if (r->meter != meter) pcre2_set_callout(r->match_context, on_callout, meter);
  r->meter = meter;
  int rc = find(r, code, subject ? subject : (const uint8_t *)"", size, start,
                match_options(code, how, nonempty), meter);
  cs_re_outcome got = outcome_of(rc, meter);
  trim(r, code->captures);
  if (got > CS_RE_MATCH) return got;
  /* The start of a match is searched without readings: pay for it now. */
  size_t end = got == CS_RE_MATCH    ? r->ends[1]
               : how == CS_RE_SEARCH ? size
                                     : meter->last;
  return charge_way(meter, end) ? got : (cs_re_outcome)meter->stop;
}

cs_re_outcome cs_re_match_next(cs_re_runner *r, const cs_re_code *code,
                               const uint8_t *subject, size_t size,
                               cs_re_scan *scan, cs_re_meter *meter) {
  if (scan->at > size) return CS_RE_NO_MATCH;
  cs_re_outcome got = cs_re_match_run(r, code, subject, size, scan->at,
                                      CS_RE_SEARCH, scan->moving, meter);
  if (got != CS_RE_MATCH) return got;
  scan->at = r->ends[1];
  scan->moving = r->ends[0] == r->ends[1];
  return got;
}

/* Whether group `a` is closed after group `b`; both ended at one place.  An
 * outer group closes after the inner, a later one after an earlier one. */
static bool closes_later(const cs_re_code *code, uint32_t a, uint32_t b) {
  uint32_t inner = a > b ? a : b;
  uint32_t outer = a > b ? b : a;
  uint32_t up = code->nests[inner] >> 1;
  while (up > outer) up = code->nests[up] >> 1;
  return up == outer ? a == outer : a == inner;
}

uint32_t cs_re_match_last_group(const cs_re_code *code, const size_t *ends) {
  uint32_t best = 0;
  size_t best_end = 0;
  for (uint32_t g = 1; g <= code->captures; g++) {
    if (ends[2 * g] == CS_RE_UNSET) continue;
    /* A look-around does not move: its groups close where it stands. */
    size_t end = ends[2 * g + (code->nests[g] & 1 ? 0 : 1)];
    if (best &&
        (end < best_end || (end == best_end && !closes_later(code, g, best))))
      continue;
    best = g;
    best_end = end;
  }
  return best;
}
