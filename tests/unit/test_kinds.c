/*
 * test_kinds.c - natives check what they declare, and which declare nothing.
 *
 * Every native that declares kinds is called with every sort of value in every
 * place where it does not belong: the answer is a TypeError, whatever the class
 * of the value says.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "py/engine.h"
#include "py/engine_in.h"
#include "py/types/kinds.h"
#include "py/vm/natives.h"
#include "samples.h"

/* The linker names the ends of a section. */
extern const cs_kinds __start_cs_kinds[], __stop_cs_kinds[];

/* Natives that look at their arguments by themselves, which test_natives.c
 * proves; it may only shrink. */
#define UNDECLARED_MOST 945

#define PARAMS 12

typedef bool test_fn(const cs_ctx *ctx, cs_value v);

static const struct {
  const char *name;
  test_fn *fits;
} kinds[] = {
#define CS_KIND(name, what, test) {#name, cs_kind_##name},
#include "py/types/kinds.def"
#undef CS_KIND
};

static cs_engine *engine;

static int open_engine(void **state) {
  cs_limits l;
  (void)state;
  cs_limits_default(&l);
  if (cs_engine_new(&l, &engine) != CS_OK) return -1;
  cs_stop stop = cs_engine_start(engine, samples_text, strlen(samples_text),
                                 "samples.py", 0);
  return stop == CS_STOP_DONE ? 0 : -1;
}

static int close_engine(void **state) {
  (void)state;
  cs_engine_free(engine);
  return 0;
}

static test_fn *kind_of(const char *s, size_t len) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strlen(kinds[i].name) == len && memcmp(kinds[i].name, s, len) == 0)
      return kinds[i].fits;
  fail_msg("no kind is called %.*s", (int)len, s);
  return NULL;
}

/* The kinds of "OWN_TYPE, STR, ANY"; how many. */
static uint32_t parse(const char *text, test_fn **to) {
  uint32_t n = 0;
  while (*text) {
    size_t len = strcspn(text, ",");
    assert_true(n < PARAMS);
    to[n++] = kind_of(text, len);
    text += len;
    while (*text == ',' || *text == ' ') text++;
  }
  return n;
}

/* A value of the kind, None if there is no sample of it. */
static cs_value good(cs_ctx *ctx, test_fn *fits) {
  cs_value list = samples(ctx);
  for (uint32_t i = 0; i < cs_list_len(ctx, list); i++)
    if (fits(ctx, cs_list_at(ctx, list, i))) return cs_list_at(ctx, list, i);
  return CS_NONE;
}

static const char *name_of(cs_leaf *fn) {
  for (uint32_t t = 0; t < cs_natives_tables; t++)
    for (uint32_t i = 0; cs_natives_table[t][i].name; i++)
      if (cs_natives_table[t][i].fn == fn) return cs_natives_table[t][i].name;
  return "?";
}

/* Parameter `i` of the native gets everything that is not of its kind. */
static uint32_t try_place(cs_ctx *ctx, cs_leaf *fn, test_fn **want, uint32_t n,
                          uint32_t i) {
  cs_value list = samples(ctx), args[PARAMS], out;
  uint32_t tried = 0;
  for (uint32_t k = 0; k < cs_list_len(ctx, list); k++) {
    cs_value bad = cs_list_at(ctx, list, k);
    if (want[i](ctx, bad)) continue;
    for (uint32_t p = 0; p < PARAMS; p++)
      args[p] = p < n ? good(ctx, want[p]) : CS_UNBOUND;
    args[i] = bad;
    if (fn(ctx, args, n, &out) != CS_THROW)
      fail_msg("%s() takes sample %u as argument %u", name_of(fn), k, i);
    tried++;
  }
  return tried;
}

static void what_is_declared_is_checked(void **state) {
  cs_ctx *ctx = &engine->ctx;
  uint32_t natives = 0, tried = 0;
  (void)state;
  for (const cs_kinds *k = __start_cs_kinds; k < __stop_cs_kinds; k++) {
    test_fn *want[PARAMS];
    uint32_t n = parse(k->kinds, want);
    for (uint32_t i = 0; i < n; i++) tried += try_place(ctx, k->fn, want, n, i);
    natives++;
  }
  print_message("%u natives declare kinds; %u calls were refused\n", natives,
                tried);
  assert_true(natives >= 150 && tried > 5000);
}

static bool is_declared(cs_leaf *fn) {
  for (const cs_kinds *k = __start_cs_kinds; k < __stop_cs_kinds; k++)
    if (k->fn == fn) return true;
  return false;
}

/* Does it take anything but the receiver, which its class vouches for? */
static bool takes_more(const cs_native_def *d) {
  if (d->signature[0] != '(') return d->signature[0] == 's'; /* a setter */
  bool owned = d->owner[0] != '.';
  return strcmp(d->signature, "()") != 0 &&
         !(owned && (strcmp(d->signature, "($self, /)") == 0 ||
                     strcmp(d->signature, "($cls, /)") == 0));
}

static bool must_declare(const char *owner) {
  return strcmp(owner, ".intrinsics") == 0 || strcmp(owner, "._engine") == 0;
}

static void intrinsics_declare_everything(void **state) {
  uint32_t missing = 0, all = 0;
  (void)state;
  for (uint32_t t = 0; t < cs_natives_tables; t++)
    for (uint32_t i = 0; cs_natives_table[t][i].name; i++) {
      const cs_native_def *d = &cs_natives_table[t][i];
      if (!takes_more(d) || strstr(d->signature, "*args")) continue;
      all++;
      if (is_declared(d->fn)) continue;
      missing++;
      if (must_declare(d->owner))
        fail_msg("%s.%s declares no kinds", d->owner, d->name);
    }
  print_message("%u of %u natives declare no kinds\n", missing, all);
  assert_true(missing <= UNDECLARED_MOST);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_declared_is_checked),
      cmocka_unit_test(intrinsics_declare_everything),
  };
  return cmocka_run_group_tests(tests, open_engine, close_engine);
}
