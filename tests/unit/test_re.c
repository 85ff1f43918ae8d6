/*
 * test_re.c - Python's regular expressions on PCRE2, without the engine.
 *
 * What is right is read off CPython: vec/re.inc, made by gen_re.py.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"
#include "py/mod/re_build.h"
#include "py/mod/re_match.h"
#include "py/mod/re_parse.h"
#include "py/mod/re_template.h"

#define PLENTY   UINT64_C(1000000000)
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

typedef struct re_case {
  const char *pattern;
  size_t pattern_size;
  int bytes;
  uint32_t flags, flags_after;
  const char *subject;
  size_t subject_size;
  char op;
  size_t pos, end;
  const char *expected;
} re_case;

typedef struct re_bad {
  const char *pattern;
  size_t size;
  int bytes;
  uint32_t flags;
  int fault;
  const char *msg;
  int pos, line, column;
} re_bad;

typedef struct re_sub {
  const char *pattern;
  size_t pattern_size;
  int bytes;
  const char *template_;
  size_t template_size;
  const char *subject;
  size_t subject_size;
  int fault;
  const char *expected;
  size_t expected_size;
  int pos;
} re_sub;

static const re_case CASES[] = {
#define RE_CASE(...) {__VA_ARGS__},
#include "vec/re.inc"
#undef RE_CASE
};

static const re_bad BADS[] = {
#define RE_BAD(...) {__VA_ARGS__},
#include "vec/re.inc"
#undef RE_BAD
};

static const re_sub SUBS[] = {
#define RE_SUB(...) {__VA_ARGS__},
#include "vec/re.inc"
#undef RE_SUB
};

/* --- a pattern ready to use ---------------------------------------------- */

typedef struct regex {
  cs_scratch scratch;
  cs_re_tree tree;
  cs_re_memory memory;
  cs_re_code code;
  cs_re_runner runner;
  cs_re_error err;
} regex;

static void *take(void *arg, size_t size) {
  (void)arg;
  return malloc(size);
}

static void give(void *arg, void *block) {
  (void)arg;
  free(block);
}

static const uint8_t *bytes_of(const char *s) {
  return (const uint8_t *)s;
}

static cs_status parse(regex *r, const char *pattern, size_t n, bool bytes,
                       uint32_t flags) {
  *r = (regex){.memory = {.take = take, .give = give, .limit = 64 << 20}};
  cs_scratch_init(&r->scratch, 4 << 20);
  return cs_re_parse(&r->scratch, bytes_of(pattern), n, bytes, flags, &r->tree,
                     &r->err);
}

static void build(regex *r, cs_re_variant variant) {
  cs_re_text text;
  assert_int_equal(
      cs_re_print(&r->scratch, &r->tree, variant, false, &text, &r->err),
      CS_OK);
  assert_int_equal(cs_re_match_compile(&r->memory, &text, &r->code, &r->err),
                   CS_OK);
  assert_int_equal(cs_re_match_init(&r->runner, &r->memory), CS_OK);
}

static void done(regex *r) {
  cs_re_match_release(&r->code);
  cs_re_match_fini(&r->runner);
  assert_int_equal(r->memory.used, 0);
  cs_scratch_fini(&r->scratch);
}

/* Parse and build a pattern that is right, for ASCII subjects. */
static void make(regex *r, const char *pattern) {
  assert_int_equal(parse(r, pattern, strlen(pattern), false, 0), CS_OK);
  build(r, CS_RE_OVER_ASCII);
}

/* --- vectors ------------------------------------------------------------- */

static size_t put_spans(const regex *r, char *out, size_t room) {
  const size_t *ends = r->runner.ends;
  size_t n = 0;
  for (uint32_t g = 0; g <= r->tree.captures; g++) {
    const char *gap = g ? " " : "";
    n += (size_t)(ends[2 * g] == CS_RE_UNSET
                      ? snprintf(out + n, room - n, "%s-", gap)
                      : snprintf(out + n, room - n, "%s%zu,%zu", gap,
                                 ends[2 * g], ends[2 * g + 1]));
  }
  return n + (size_t)snprintf(out + n, room - n, " /%u",
                              cs_re_match_last_group(&r->code, ends));
}

static void find_all(regex *r, const re_case *c, char *out, size_t room) {
  cs_re_meter meter = {.fuel = PLENTY};
  cs_re_scan scan = {.at = c->pos};
  size_t n = 0;
  out[0] = 0;
  while (c->pos <= c->end &&
         cs_re_match_next(&r->runner, &r->code, bytes_of(c->subject), c->end,
                          &scan, &meter) == CS_RE_MATCH) {
    if (n > 0) n += (size_t)snprintf(out + n, room - n, "; ");
    n += put_spans(r, out + n, room - n);
  }
}

static void find_one(regex *r, const re_case *c, char *out, size_t room) {
  cs_re_meter meter = {.fuel = PLENTY};
  cs_re_how how = c->op == 's'   ? CS_RE_SEARCH
                  : c->op == 'm' ? CS_RE_ATSTART
                                 : CS_RE_FULLMATCH;
  if (c->pos <= c->end &&
      cs_re_match_run(&r->runner, &r->code, bytes_of(c->subject), c->end,
                      c->pos, how, false, &meter) == CS_RE_MATCH)
    put_spans(r, out, room);
  else
    snprintf(out, room, "none");
}

/* `plain`: by PCRE2 alone. */
static void check_case(const re_case *c, cs_re_variant variant, bool plain) {
  static char got[16384];
  regex r;
  assert_int_equal(parse(&r, c->pattern, c->pattern_size, c->bytes, c->flags),
                   CS_OK);
  assert_int_equal(r.tree.flags, c->flags_after);
  build(&r, variant);
  void *quick = r.code.quick;
  if (plain) r.code.quick = NULL;
  if (c->op == 'i')
    find_all(&r, c, got, sizeof got);
  else
    find_one(&r, c, got, sizeof got);
  if (strcmp(got, c->expected) != 0)
    print_error("pattern %s, subject %s, %c, variant %d\n", c->pattern,
                c->subject, c->op, (int)variant);
  assert_string_equal(got, c->expected);
  r.code.quick = quick;
  done(&r);
}

static void matches_are_those_of_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < 2 * COUNT(CASES); i++) {
    const re_case *c = &CASES[i / 2];
    if (c->bytes) {
      check_case(c, CS_RE_OVER_BYTES, i % 2);
      continue;
    }
    if (cs_utf8_is_ascii(bytes_of(c->subject), c->subject_size))
      check_case(c, CS_RE_OVER_ASCII, i % 2);
    check_case(c, CS_RE_OVER_TEXT, i % 2);
  }
}

static void refusals_are_those_of_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(BADS); i++) {
    const re_bad *b = &BADS[i];
    regex r;
    cs_status st = parse(&r, b->pattern, b->size, b->bytes, b->flags);
    if (st != CS_ESYNTAX || strcmp(r.err.msg, b->msg) != 0 ||
        r.err.pos != b->pos)
      print_error("pattern %s flags %u\n", b->pattern, b->flags);
    assert_int_equal(st, CS_ESYNTAX);
    assert_int_equal((int)r.err.fault, b->fault);
    assert_string_equal(r.err.msg, b->msg);
    assert_int_equal(r.err.pos, b->pos);
    if (b->line > 0) {
      size_t line, column;
      cs_re_error_place(bytes_of(b->pattern), b->size, b->bytes, (size_t)b->pos,
                        &line, &column);
      assert_int_equal(line, b->line);
      assert_int_equal(column, b->column);
    }
    done(&r);
  }
}

/* --- templates ----------------------------------------------------------- */

typedef struct text {
  char data[512];
  size_t len;
} text;

static void put(text *t, const char *s, size_t n) {
  assert_true(t->len + n <= sizeof t->data);
  memcpy(t->data + t->len, s, n);
  t->len += n;
}

static void put_template(text *t, const cs_re_template *tpl, const regex *r,
                         const char *subject) {
  for (uint32_t i = 0; i < tpl->count; i++) {
    const cs_re_piece *p = &tpl->pieces[i];
    if (p->group == CS_RE_NONE) {
      put(t, tpl->text + p->at, p->len);
      continue;
    }
    const size_t *ends = r->runner.ends + (size_t)2 * p->group;
    if (ends[0] != CS_RE_UNSET) put(t, subject + ends[0], ends[1] - ends[0]);
  }
}

/* re.sub, the way the engine will do it. */
static void substitute(regex *r, const re_sub *s, const cs_re_template *tpl,
                       text *out) {
  cs_re_meter meter = {.fuel = PLENTY};
  cs_re_scan scan = {0};
  size_t copied = 0;
  while (cs_re_match_next(&r->runner, &r->code, bytes_of(s->subject),
                          s->subject_size, &scan, &meter) == CS_RE_MATCH) {
    put(out, s->subject + copied, r->runner.ends[0] - copied);
    put_template(out, tpl, r, s->subject);
    copied = r->runner.ends[1];
  }
  put(out, s->subject + copied, s->subject_size - copied);
}

static void templates_are_filled_as_cpython_does(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(SUBS); i++) {
    const re_sub *s = &SUBS[i];
    regex r;
    text out = {.len = 0};
    cs_re_template tpl;
    assert_int_equal(parse(&r, s->pattern, s->pattern_size, s->bytes, 0),
                     CS_OK);
    build(&r, s->bytes ? CS_RE_OVER_BYTES : CS_RE_OVER_TEXT);
    cs_re_groups groups = {.pattern = bytes_of(s->pattern),
                           .names = r.tree.names,
                           .name_count = r.tree.name_count,
                           .captures = r.tree.captures};
    cs_status st =
        cs_re_template_parse(&r.scratch, &groups, bytes_of(s->template_),
                             s->template_size, s->bytes, &tpl, &r.err);
    if (st == CS_OK) {
      substitute(&r, s, &tpl, &out);
    } else {
      put(&out, r.err.msg, r.err.len);
      assert_int_equal(r.err.pos, s->pos);
    }
    if (out.len != s->expected_size ||
        memcmp(out.data, s->expected, out.len) != 0)
      print_error("pattern %s template %s\n", s->pattern, s->template_);
    assert_int_equal(st == CS_OK ? 0 : (int)r.err.fault, s->fault);
    assert_int_equal(out.len, s->expected_size);
    assert_memory_equal(out.data, s->expected, out.len);
    done(&r);
  }
}

static void a_pattern_is_rebuilt_from_its_text_and_flags(void **state) {
  (void)state;
  static const char pattern[] = "(?ix) h \\xe9 (l+) o";
  regex r;
  cs_re_meter meter = {.fuel = PLENTY};
  assert_int_equal(parse(&r, pattern, strlen(pattern), false, 0), CS_OK);
  cs_re_variant variant = cs_re_build_variant(false, false);
  assert_int_equal(
      cs_re_build_code(&r.scratch, &r.memory, bytes_of(pattern),
                       strlen(pattern), r.tree.flags, variant, &r.code, &r.err),
      CS_OK);
  assert_int_equal(cs_re_match_init(&r.runner, &r.memory), CS_OK);
  assert_int_equal(
      cs_re_match_run(&r.runner, &r.code, bytes_of("say H\xc3\x89LLO"), 10, 0,
                      CS_RE_SEARCH, false, &meter),
      CS_RE_MATCH);
  assert_int_equal(r.runner.ends[0], 4);
  assert_int_equal(r.runner.ends[2], 7);
  assert_int_equal(cs_re_match_last_group(&r.code, r.runner.ends), 1);
  done(&r);
}

/* --- limits -------------------------------------------------------------- */

/* "aaa...a" of `n` letters, and behind it what keeps PCRE2 from seeing at once
 * that nothing can match. */
static char *many(size_t n) {
  static const char tail[] = "\n\n b c x y z d @";
  char *s = malloc(n + sizeof tail);
  assert_non_null(s);
  memset(s, 'a', n);
  memcpy(s + n, tail, sizeof tail);
  return s;
}

static const char *const HOSTILE[] = {
    "(a+)+b",
    "(a|a)*b",
    "(?:a|aa)+$",
    "(a*)*b",
    "(.*)(.*)(.*)x",
    "(?:a?){30}a{30}b",
    "(\\w+\\s?)*@",
    "(a+)\\1+b",
    "(?=(a+))\\1b",
    "(?>a+)b",
    "[a-z]+@[a-z]+",
    "(?:a|b)*[ab]*+c",
    "(?:a(?=a*+b))*c",
    "a*a*a*a*b",
    "(?=a*+)(?=a*+)(?=a*+)a*+x",
    "(?:a*+b|a*+c|a*+d)",
    "(?:a{30}b?)*c",
    "a{20000}b",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
};

static void hostile_patterns_end_when_the_fuel_does(void **state) {
  (void)state;
  char *subject = many(30000);
  for (size_t i = 0; i < COUNT(HOSTILE); i++) {
    regex r;
    cs_re_meter meter = {.fuel = 300000};
    make(&r, HOSTILE[i]);
    cs_re_outcome got =
        cs_re_match_run(&r.runner, &r.code, bytes_of(subject), strlen(subject),
                        0, CS_RE_SEARCH, false, &meter);
    if (got != CS_RE_OUT_OF_FUEL) print_error("pattern %s\n", HOSTILE[i]);
    assert_int_equal(got, CS_RE_OUT_OF_FUEL);
    assert_int_equal(meter.fuel, 0);
    done(&r);
  }
  free(subject);
}

static void an_interrupt_ends_a_match(void **state) {
  (void)state;
  regex r;
  volatile uint32_t word = 1;
  cs_re_meter meter = {.fuel = PLENTY, .interrupt = &word};
  make(&r, "(a+)+b");
  assert_int_equal(cs_re_match_run(&r.runner, &r.code, bytes_of("aaaa"), 4, 0,
                                   CS_RE_SEARCH, false, &meter),
                   CS_RE_INTERRUPTED);
  done(&r);
}

static void the_same_match_costs_the_same(void **state) {
  (void)state;
  regex r;
  uint64_t cost[3];
  char *subject = many(12);
  make(&r, "(?:a|aa)*?[ab]+x|(a)");
  for (size_t i = 0; i < COUNT(cost); i++) {
    cs_re_meter meter = {.fuel = PLENTY};
    cs_re_match_run(&r.runner, &r.code, bytes_of(subject), strlen(subject), 0,
                    CS_RE_SEARCH, false, &meter);
    cost[i] = PLENTY - meter.fuel;
  }
  assert_true(cost[0] > 0 && cost[0] == cost[1] && cost[1] == cost[2]);
  free(subject);
  done(&r);
}

static void searching_costs_by_distance(void **state) {
  (void)state;
  regex r;
  cs_re_meter meter = {.fuel = PLENTY};
  char *subject = many(160000);
  make(&r, "Q");
  assert_int_equal(cs_re_match_run(&r.runner, &r.code, bytes_of(subject),
                                   160000, 0, CS_RE_SEARCH, false, &meter),
                   CS_RE_NO_MATCH);
  assert_in_range(PLENTY - meter.fuel, 10000, 10010);
  free(subject);
  done(&r);
}

static void too_much_to_remember_is_left_to_pcre2(void **state) {
  (void)state;
  regex r;
  cs_re_meter meter = {.fuel = PLENTY};
  char *subject = many(5000);
  make(&r, "(?:(a)|(ab))*\n");
  assert_non_null(r.code.quick);
  assert_int_equal(cs_re_match_run(&r.runner, &r.code, bytes_of(subject), 5002,
                                   0, CS_RE_SEARCH, false, &meter),
                   CS_RE_MATCH);
  assert_int_equal(r.runner.ends[1], 5001);
  assert_int_equal(r.runner.ends[2], 4999);
  assert_int_equal(r.runner.ends[4], CS_RE_UNSET);
  free(subject);
  done(&r);
}

static void memory_has_a_limit_and_is_given_back(void **state) {
  (void)state;
  regex r;
  cs_re_meter meter = {.fuel = PLENTY};
  char *subject = many(200000);
  make(&r, "(?:a(?=.)b?)*c");
  r.memory.limit = 4 << 20;
  assert_int_equal(cs_re_match_run(&r.runner, &r.code, bytes_of(subject),
                                   200000, 0, CS_RE_ATSTART, false, &meter),
                   CS_RE_OUT_OF_MEMORY);
  assert_true(r.memory.used < 1 << 20);
  r.memory.limit = 256 << 20;
  assert_int_equal(cs_re_match_run(&r.runner, &r.code, bytes_of(subject),
                                   200000, 0, CS_RE_ATSTART, false, &meter),
                   CS_RE_NO_MATCH);
  assert_true(r.memory.used < 1 << 20);
  free(subject);
  done(&r);
}

static void little_memory_fails_cleanly_everywhere(void **state) {
  (void)state;
  static const char pattern[] = "(?P<a>[a-z]+)|(?:b(c)*\\d{3,5}|(?i:x.*?y))+";
  cs_re_tree tree;
  cs_re_error err;
  cs_re_text out;
  for (size_t limit = 0; limit < 30000; limit += 500) {
    cs_scratch s;
    cs_scratch_init(&s, limit);
    cs_status st = cs_re_parse(&s, bytes_of(pattern), sizeof pattern - 1, false,
                               0, &tree, &err);
    if (st == CS_OK)
      st = cs_re_print(&s, &tree, CS_RE_OVER_TEXT, false, &out, &err);
    assert_true(st == CS_OK || st == CS_ELIMIT);
    cs_scratch_fini(&s);
  }
  regex r;
  assert_int_equal(parse(&r, pattern, sizeof pattern - 1, false, 0), CS_OK);
  assert_int_equal(
      cs_re_print(&r.scratch, &r.tree, CS_RE_OVER_TEXT, false, &out, &r.err),
      CS_OK);
  for (size_t limit = 0; limit < 3000; limit += 50) {
    cs_re_code code = {0};
    r.memory.limit = limit;
    cs_status st = cs_re_match_compile(&r.memory, &out, &code, &r.err);
    assert_true(st == CS_OK || st == CS_ELIMIT);
    cs_re_match_release(&code);
    assert_int_equal(r.memory.used, 0);
  }
  done(&r);
}

static void nesting_has_a_limit(void **state) {
  (void)state;
  char pattern[1024];
  regex r;
  for (size_t n = CS_RE_DEPTH; n <= CS_RE_DEPTH + 1; n++) {
    memset(pattern, '(', n);
    memset(pattern + n, ')', n);
    cs_status st = parse(&r, pattern, 2 * n, false, 0);
    assert_int_equal(st, n > CS_RE_DEPTH ? CS_ESYNTAX : CS_OK);
    if (st == CS_OK)
      build(&r, CS_RE_OVER_TEXT);
    else
      assert_int_equal(r.err.fault, CS_RE_FAULT_RECURSION);
    done(&r);
  }
}

static void what_pcre2_cannot_hold_is_refused(void **state) {
  (void)state;
  static const char *const patterns[] = {"(?:abcdefgh){20000}",
                                         "(?:ab){1,70000}"};
  for (size_t i = 0; i < COUNT(patterns); i++) {
    regex r;
    cs_re_text out;
    assert_int_equal(parse(&r, patterns[i], strlen(patterns[i]), false, 0),
                     CS_OK);
    cs_status st =
        cs_re_print(&r.scratch, &r.tree, CS_RE_OVER_ASCII, false, &out, &r.err);
    if (st == CS_OK) st = cs_re_match_compile(&r.memory, &out, &r.code, &r.err);
    assert_int_equal(st, CS_ESYNTAX);
    assert_string_equal(r.err.msg, "regular expression is too large");
    done(&r);
  }
}

static void counts_beyond_pcre2_are_composed(void **state) {
  (void)state;
  static const struct {
    const char *pattern;
    size_t end;
  } tests[] = {{"a{70000}", 70000},
               {"a{1,70000}", 70000},
               {"a{70000,}", 80000},
               {"a{0,150000}", 80000}};
  char *subject = many(80000);
  for (size_t i = 0; i < COUNT(tests); i++) {
    regex r;
    cs_re_meter meter = {.fuel = PLENTY};
    make(&r, tests[i].pattern);
    assert_int_equal(cs_re_match_run(&r.runner, &r.code, bytes_of(subject),
                                     80000, 0, CS_RE_ATSTART, false, &meter),
                     CS_RE_MATCH);
    assert_int_equal(r.runner.ends[1], tests[i].end);
    done(&r);
  }
  free(subject);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matches_are_those_of_cpython),
      cmocka_unit_test(refusals_are_those_of_cpython),
      cmocka_unit_test(templates_are_filled_as_cpython_does),
      cmocka_unit_test(a_pattern_is_rebuilt_from_its_text_and_flags),
      cmocka_unit_test(hostile_patterns_end_when_the_fuel_does),
      cmocka_unit_test(an_interrupt_ends_a_match),
      cmocka_unit_test(the_same_match_costs_the_same),
      cmocka_unit_test(searching_costs_by_distance),
      cmocka_unit_test(too_much_to_remember_is_left_to_pcre2),
      cmocka_unit_test(memory_has_a_limit_and_is_given_back),
      cmocka_unit_test(little_memory_fails_cleanly_everywhere),
      cmocka_unit_test(nesting_has_a_limit),
      cmocka_unit_test(what_pcre2_cannot_hold_is_refused),
      cmocka_unit_test(counts_beyond_pcre2_are_composed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
