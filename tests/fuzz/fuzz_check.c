/*
 * fuzz_check.c - any text, and programs made of telling pieces, under check.
 *
 * Nothing may crash or hang; a check says the same twice; findings have places
 * in the text; whatever codeact-compat refuses, codeact-strict refuses, too;
 * and all profiles agree on what is Python at all.
 *
 * The first byte chooses: a text as it is, or a recipe, one piece per byte.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

#include "caisson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TEXT_MAX 65536

static const char *const names[] = {"a", "b", "c", "os", "f", "g", "x", "self"};

/* `$` stands for a name, `@` for an expression: both take the next byte. */
static const char *const expressions[] = {"$",
                                          "$.$",
                                          "$.system",
                                          "$[0]",
                                          "$('id')",
                                          "$(*$, **$)",
                                          "[$, $]",
                                          "{'k': $}",
                                          "getattr($, 'system')",
                                          "getattr($, $)",
                                          "lambda y=$: y",
                                          "$ if $ else $",
                                          "($ := $)",
                                          "[$ for $ in $]",
                                          "__import__('os')",
                                          "__import__($)",
                                          "globals()['os']",
                                          "vars($)['system']",
                                          "eval",
                                          "eval('os.system')",
                                          "'{0.__class__}'.format($)",
                                          "$.format($)",
                                          "'sys' + 'tem'",
                                          "f'{$}tem'",
                                          "$.__dict__['x']",
                                          "$.__class__.__mro__",
                                          "exec('import os; os.system(1)')",
                                          "map(eval, [$])",
                                          "$ or $",
                                          "$ + $",
                                          "partial($, $)",
                                          "__builtins__",
                                          "sys.modules['os']",
                                          "(yield $)",
                                          "await $",
                                          "next($)",
                                          "$.pop()",
                                          "$.append($)",
                                          "not $",
                                          "{$, $}"};

static const char *const statements[] = {
    "import os",
    "import os as $",
    "from os import system as $",
    "from pathlib import os as $",
    "from os import *",
    "import importlib",
    "$ = @",
    "$, *$ = @",
    "$.$ = @",
    "$[0] = @",
    "$ += @",
    "del $",
    "for $ in @: @",
    "with @ as $: @",
    "if @: @",
    "while 0: @",
    "def $($=@, *$a, **$k): return @",
    "class $(@): $ = @",
    "try: @\nexcept @ as $: @",
    "raise @",
    "assert @",
    "@",
    "global $",
    "match @:\n  case [$, *$]: @\n  case {'k': $}: @",
    "async def $($, y): await y",
    "@$\ndef $(z): return z",
    "x: 'f(1)' = @",
    "from . import $",
    "import subprocess",
    "type $ = @",
    "return @",
    ("class C:\n  def __init__(self, m): self.m = m\n  def __getitem__(s, k): "
     "return s.m\n  p = property(lambda s: s.m)")};

#define COUNT(list) (sizeof list / sizeof *list)

typedef struct cook {
  const uint8_t *at, *end;
  char text[TEXT_MAX];
  size_t len;
} cook;

static uint8_t take(cook *c) {
  return c->at < c->end ? *c->at++ : 0;
}

static void put(cook *c, const char *text, int depth) {
  for (; *text && c->len + 64 < TEXT_MAX; text++) {
    bool decorator = *text == '@' && text[1] == '$';
    if (*text == '$') {
      put(c, names[take(c) % COUNT(names)], 0);
    } else if (*text == '@' && !decorator && depth > 0) {
      put(c, expressions[take(c) % COUNT(expressions)], depth - 1);
    } else if (*text == '@' && !decorator) {
      c->text[c->len++] = 'x';
    } else {
      c->text[c->len++] = *text;
    }
  }
}

static void make(cook *c) {
  while (c->at < c->end && c->len + 4096 < TEXT_MAX) {
    put(c, statements[take(c) % COUNT(statements)], 2);
    c->text[c->len++] = '\n';
  }
}

static void require(bool truth, const char *what, const char *text,
                    size_t len) {
  if (truth) return;
  fprintf(stderr, "%s\n%.*s\n", what, (int)len, text);
  abort();
}

static uint32_t count_lines(const char *text, size_t len) {
  uint32_t n = 1;
  for (size_t i = 0; i < len; i++) n += text[i] == '\n' || text[i] == '\r';
  return n;
}

static void check_places(const cs_check_report *r, const char *text,
                         size_t len) {
  uint32_t lines = count_lines(text, len);
  uint32_t line = 0, column = 0;
  for (size_t i = 0; i < cs_check_count(r); i++) {
    const cs_check_finding *f = cs_check_at(r, i);
    bool later = f->line > line || (f->line == line && f->column >= column);
    require(f->rule[0] && f->message, "a finding without words", text, len);
    require(f->line <= lines + 1, "a finding behind the text", text, len);
    require(later, "findings out of order", text, len);
    line = f->line;
    column = f->column;
  }
}

static cs_check_report *check(const char *profile, const char *text,
                              size_t len) {
  cs_check_options o;
  cs_check_report *r = NULL;
  cs_check_options_init(&o);
  o.profile = profile;
  o.memory = (uint64_t)64 << 20;
  cs_status st = cs_check(&o, text, len, &r, NULL);
  require(st == CS_OK || st == CS_ELIMIT, "an odd status", text, len);
  if (r) check_places(r, text, len);
  return r;
}

static bool is_equal(const cs_check_report *a, const cs_check_report *b) {
  if (cs_check_count(a) != cs_check_count(b)) return false;
  for (size_t i = 0; i < cs_check_count(a); i++) {
    const cs_check_finding *f = cs_check_at(a, i), *g = cs_check_at(b, i);
    if (f->line != g->line || f->column != g->column ||
        strcmp(f->message, g->message) != 0)
      return false;
  }
  return true;
}

static void compare(const char *text, size_t len) {
  cs_check_report *loose = check("codeact-compat", text, len);
  cs_check_report *strict = check("codeact-strict", text, len);
  cs_check_report *usual = check("default", text, len);
  cs_check_report *again = check("default", text, len);
  if (loose && strict) {
    cs_check_verdict a = cs_check_result(loose), b = cs_check_result(strict);
    require(a != CS_CHECK_UNSURE, "compat is never unsure", text, len);
    require(b != CS_CHECK_UNSURE, "strict is never unsure", text, len);
    require(a != CS_CHECK_REFUSED || b == CS_CHECK_REFUSED,
            "compat refuses what strict does not", text, len);
    require((a == CS_CHECK_INVALID) == (b == CS_CHECK_INVALID),
            "what is Python?", text, len);
  }
  if (usual && again)
    require(is_equal(usual, again), "not the same twice", text, len);
  cs_check_free(loose);
  cs_check_free(strict);
  cs_check_free(usual);
  cs_check_free(again);
}

static void choose(const char *text, size_t len) {
  cs_auto_options o = {.size = sizeof o, .no_process = "no"};
  cs_auto_choice a, b;
  if (cs_auto(NULL, text, len, &a) != CS_OK) return;
  require(cs_auto(&o, text, len, &b) == CS_OK, "auto fails", text, len);
  require(a.depth != CS_DEPTH_NONE && b.depth != CS_DEPTH_PROCESS,
          "a depth that cannot be", text, len);
  require((a.depth == CS_DEPTH_INTERP) == (a.line == 0),
          "a choice without a reason", text, len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static cook c;
  if (size == 0) return 0;
  c.at = data + 1;
  c.end = data + size;
  c.len = 0;
  if (data[0] & 1) {
    make(&c);
    compare(c.text, c.len);
    choose(c.text, c.len);
  } else {
    compare((const char *)data + 1, size - 1);
    choose((const char *)data + 1, size - 1);
  }
  return 0;
}
