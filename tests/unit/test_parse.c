/*
 * test_parse.c - the front end: trees, names, scopes, errors, limits.
 *
 * Large comparisons with CPython live in tests/lang_syntax; here is what those
 * cannot see: symbols of inlined comprehensions, closures, limits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

#include "base/scratch.h"
#include "py/lang/parse.h"
#include "py/lang/scope.h"

#define LIMIT ((size_t)64 << 20)

typedef struct front {
  cs_scratch scratch;
  cs_unit u;
} front;

static cs_status start(front *f, const char *text, cs_mode mode,
                       uint32_t flags) {
  cs_scratch_init(&f->scratch, LIMIT);
  cs_status st = cs_unit_init(&f->u, &f->scratch, flags);
  if (st == CS_OK) st = cs_parse_module(&f->u, text, strlen(text), mode);
  if (st == CS_OK) st = cs_scope_build(&f->u);
  return st;
}

static void finish(front *f) {
  cs_scratch_fini(&f->scratch);
}

static const cs_node *statement(const front *f, uint32_t i) {
  assert_true(i < f->u.root->block.body.n);
  return f->u.root->block.body.items[i];
}

static bool is_named(const front *f, cs_name name, const char *text) {
  const cs_name_entry *e = cs_name_at(&f->u.names, name);
  return e->len == strlen(text) && memcmp(e->bytes, text, e->len) == 0;
}

static cs_symbol *find(const front *f, const cs_scope *s, const char *name) {
  for (cs_symbol *y = s->symbols; y; y = y->next)
    if (is_named(f, y->name, name)) return y;
  return NULL;
}

static cs_access access_of(const front *f, const cs_scope *s,
                           const char *name) {
  cs_symbol *y = find(f, s, name);
  assert_non_null(y);
  return (cs_access)cs_scope_home(y)->access;
}

/* --- names --------------------------------------------------------------- */

static void every_fixed_name_is_found_under_its_number(void **state) {
  (void)state;
  front f;
  assert_int_equal(start(&f, "", CS_MODE_EXEC, 0), CS_OK);
  for (cs_name i = 1; i < CS_NAME_FIXED_COUNT; i++) {
    const cs_name_entry *e = cs_name_at(&f.u.names, i);
    assert_int_equal(cs_name_put(&f.u.names, e->bytes, e->len), i);
  }
#define X(tag, text) assert_true(is_named(&f, CS_NAME_##tag, text));
  CS_WELL_KNOWN_LIST(X)
#undef X
  finish(&f);
}

static void private_names_are_mangled(void **state) {
  (void)state;
  front f;
  assert_int_equal(start(&f, "", CS_MODE_EXEC, 0), CS_OK);
  cs_name_table *t = &f.u.names;
  cs_name cls = cs_name_put(t, "__A", 3), x = cs_name_put(t, "__x", 3);
  assert_true(is_named(&f, cs_name_mangle(t, cls, x), "_A__x"));
  cs_name under = cs_name_put(t, "___", 3);
  assert_int_equal(cs_name_mangle(t, under, x), x);
  assert_int_equal(cs_name_mangle(t, cls, CS_NAME_DUNDER_INIT),
                   CS_NAME_DUNDER_INIT);
  assert_int_equal(cs_name_mangle(t, CS_NAME_NONE, x), x);
  finish(&f);
}

static void identifiers_are_normalised(void **state) {
  (void)state;
  front f;
  /* A ligature, and the same letters apart. */
  assert_int_equal(start(&f, "\xEF\xAC\x81 = fi", CS_MODE_EXEC, 0), CS_OK);
  const cs_node *n = statement(&f, 0);
  assert_int_equal(n->assign.targets.items[0]->name, n->assign.value->name);
  finish(&f);
}

/* --- trees --------------------------------------------------------------- */

static void literals_have_their_values(void **state) {
  (void)state;
  front f;
  const char *text =
      "9223372036854775807\n9223372036854775808\n0x_ff\n1_0.5e1\n2j\n"
      "'a\\u00e9\\ud800' 'b'\nb'\\xff\\0'\nr'\\n'\n";
  assert_int_equal(start(&f, text, CS_MODE_EXEC, 0), CS_OK);
  const cs_constant *c[8];
  for (uint32_t i = 0; i < 8; i++) c[i] = &statement(&f, i)->value->constant;
  assert_int_equal(c[0]->type, CS_CONST_INT);
  assert_true(c[0]->i == INT64_MAX);
  assert_int_equal(c[1]->type, CS_CONST_BIGINT);
  assert_int_equal(c[1]->base, 10);
  assert_memory_equal(c[1]->text, "9223372036854775808", 19);
  assert_true(c[2]->i == 255);
  assert_true(c[3]->f == 105.0);
  assert_int_equal(c[4]->type, CS_CONST_COMPLEX);
  assert_int_equal(c[5]->len, 7);
  assert_int_equal(c[5]->n_chars, 4);
  assert_true(c[5]->surrogates && !c[5]->ascii);
  assert_memory_equal(c[6]->text, "\xff\0", 2);
  assert_memory_equal(c[7]->text, "\\n", 2);
  finish(&f);
}

static void fstrings_nest(void **state) {
  (void)state;
  front f;
  assert_int_equal(
      start(&f, "f'a{x!r:>{w}}{{' f\"{f'{y}'}\" 'z'", CS_MODE_EVAL, 0), CS_OK);
  const cs_node *n = f.u.root->expression.body;
  assert_int_equal(n->kind, CS_NODE_JOINED_STR);
  assert_int_equal(n->values.n, 5);
  const cs_node *x = n->values.items[1];
  assert_int_equal(x->formatted.conversion, 'r');
  assert_int_equal(x->formatted.format_spec->values.n, 2);
  assert_memory_equal(n->values.items[2]->constant.text, "{", 1);
  const cs_node *inner = n->values.items[3]->formatted.value;
  assert_int_equal(inner->kind, CS_NODE_JOINED_STR);
  finish(&f);
}

static void the_same_quotes_may_nest_in_fstrings(void **state) {
  (void)state;
  front f;
  assert_int_equal(start(&f, "f'{d['k']}' f'{'\\n'.join(x)}'", CS_MODE_EVAL, 0),
                   CS_OK);
  finish(&f);
}

static void python_312_statements_parse(void **state) {
  (void)state;
  front f;
  const char *text =
      "type A[T] = list[T]\n"
      "def f[T: int, *Ts, **P](x: T, *a: *Ts) -> T: return x\n"
      "class C[T](B, metaclass=M): y: T\n"
      "type = 1\ntype (x)\nmatch = type\n";
  assert_int_equal(start(&f, text, CS_MODE_EXEC, 0), CS_OK);
  assert_int_equal(statement(&f, 0)->kind, CS_NODE_TYPE_ALIAS);
  const cs_node *fn = statement(&f, 1);
  assert_int_equal(fn->function.type_params.n, 3);
  assert_non_null(fn->function.type_scope);
  assert_ptr_equal(fn->function.scope->parent, fn->function.type_scope);
  assert_int_equal(fn->function.scope->qualname_len, 1);
  assert_int_equal(statement(&f, 4)->kind, CS_NODE_EXPR);
  finish(&f);
}

/* --- scopes -------------------------------------------------------------- */

static void closures_name_their_cells(void **state) {
  (void)state;
  front f;
  const char *text =
      "def f():\n"
      "  x = 1\n"
      "  def g():\n"
      "    def h(): return x\n";
  assert_int_equal(start(&f, text, CS_MODE_EXEC, 0), CS_OK);
  const cs_scope *fs = statement(&f, 0)->function.scope;
  const cs_scope *gs = fs->first_child, *hs = gs->first_child;
  assert_int_equal(access_of(&f, fs, "x"), CS_ACCESS_CELL);
  assert_int_equal(access_of(&f, gs, "x"), CS_ACCESS_FREE);
  assert_int_equal(access_of(&f, hs, "x"), CS_ACCESS_FREE);
  assert_ptr_equal(find(&f, hs, "x")->outer, find(&f, gs, "x"));
  assert_ptr_equal(find(&f, gs, "x")->outer, find(&f, fs, "x"));
  assert_memory_equal(hs->qualname, "f.<locals>.g.<locals>.h",
                      hs->qualname_len);
  finish(&f);
}

static void comprehensions_share_the_frame(void **state) {
  (void)state;
  front f;
  const char *text =
      "def f(a):\n"
      "  b = 2\n"
      "  return [lambda: (i, b) for i in a if a and b and g]\n";
  assert_int_equal(start(&f, text, CS_MODE_EXEC, 0), CS_OK);
  const cs_scope *fs = statement(&f, 0)->function.scope;
  const cs_scope *comp = fs->first_child, *lambda = comp->first_child;
  assert_true(cs_scope_is_inlined(comp));
  assert_ptr_equal(comp->frame, fs);
  assert_ptr_equal(find(&f, comp, "a")->home, find(&f, fs, "a"));
  assert_int_equal(access_of(&f, comp, "a"), CS_ACCESS_LOCAL);
  assert_int_equal(access_of(&f, comp, "b"), CS_ACCESS_CELL);
  assert_int_equal(access_of(&f, comp, "i"), CS_ACCESS_CELL);
  assert_int_equal(access_of(&f, comp, "g"), CS_ACCESS_GLOBAL);
  assert_null(find(&f, fs, "i"));
  assert_ptr_equal(find(&f, lambda, "i")->outer, find(&f, comp, "i"));
  assert_ptr_equal(find(&f, lambda, "b")->outer, find(&f, fs, "b"));
  finish(&f);
}

static void walrus_leaves_comprehensions(void **state) {
  (void)state;
  front f;
  const char *text =
      "def f(a):\n  [y := x for x in a]\n  return y\n"
      "[z := x for x in q]\n"
      "def g(a): return any((w := x) for x in a), w\n";
  assert_int_equal(start(&f, text, CS_MODE_EXEC, 0), CS_OK);
  const cs_scope *fs = statement(&f, 0)->function.scope;
  cs_symbol *y = find(&f, fs->first_child, "y");
  assert_ptr_equal(y->home, find(&f, fs, "y"));
  assert_int_equal(y->home->access, CS_ACCESS_LOCAL);
  const cs_scope *comp = statement(&f, 1)->value->comp.scope;
  assert_int_equal(access_of(&f, comp, "z"), CS_ACCESS_GLOBAL_EXPLICIT);
  const cs_scope *gs = statement(&f, 2)->function.scope;
  assert_int_equal(access_of(&f, gs, "w"), CS_ACCESS_CELL);
  assert_int_equal(access_of(&f, gs->first_child, "w"), CS_ACCESS_FREE);
  finish(&f);
}

static void classes_hide_their_names_from_methods(void **state) {
  (void)state;
  front f;
  const char *text =
      "def f(x, y):\n"
      "  class C:\n"
      "    x = 1\n"
      "    z = y\n"
      "    def m(self): return x, y, super().m, [x for q in x]\n"
      "    w = [x for i in x]\n";
  assert_int_equal(start(&f, text, CS_MODE_EXEC, 0), CS_OK);
  const cs_scope *fs = statement(&f, 0)->function.scope;
  const cs_scope *cs = fs->first_child, *ms = cs->first_child;
  assert_int_equal(find(&f, cs, "x")->access, CS_ACCESS_NAME);
  assert_int_equal(find(&f, cs, "y")->access, CS_ACCESS_CLASS_FREE);
  assert_int_equal(access_of(&f, ms, "x"), CS_ACCESS_FREE);
  cs_symbol *pass = find(&f, ms, "x")->outer;
  assert_true(pass->flags & CS_SYM_PASS);
  assert_ptr_equal(pass->scope, cs);
  assert_ptr_equal(pass->outer, find(&f, fs, "x"));
  assert_ptr_equal(find(&f, ms, "y")->outer, find(&f, cs, "y"));
  assert_true(cs->flags & CS_SCOPE_CLASS_CELL);
  assert_ptr_equal(find(&f, ms, "__class__")->outer, cs->class_cell);
  assert_ptr_equal(cs->first_child->sibling->symbols->home,
                   cs->first_child->sibling->symbols);
  assert_ptr_equal(find(&f, cs->last_child, "x")->home, pass);
  finish(&f);
}

static void attributes_and_names_are_mangled_in_classes(void **state) {
  (void)state;
  front f;
  const char *text = "class C:\n  def m(self): return self.__a + __b\n";
  assert_int_equal(start(&f, text, CS_MODE_EXEC, 0), CS_OK);
  const cs_scope *ms = statement(&f, 0)->class_def.scope->first_child;
  const cs_node *sum = ms->node->function.body.items[0]->value;
  assert_true(is_named(&f, sum->bin_op.left->name, "_C__a"));
  assert_true(is_named(&f, sum->bin_op.right->sym->name, "_C__b"));
  finish(&f);
}

/* --- errors -------------------------------------------------------------- */

static void errors_have_text_and_place(void **state) {
  (void)state;
  front f;
  assert_int_equal(start(&f, "x = (1,\n  y z)", CS_MODE_EXEC, 0), CS_ESYNTAX);
  assert_string_equal(f.u.error.text,
                      "invalid syntax. Perhaps you forgot a comma?");
  assert_int_equal(f.u.error.line, 2);
  assert_int_equal(f.u.error.col, 3);
  assert_int_equal(f.u.error.end_col, 6);
  finish(&f);
  assert_int_equal(start(&f, "if x:\n\ty\n        z", CS_MODE_EXEC, 0),
                   CS_ESYNTAX);
  assert_int_equal(f.u.error.kind, CS_ERROR_TAB);
  finish(&f);
  assert_int_equal(start(&f, "a\0b", CS_MODE_EXEC, 0), CS_OK);
  finish(&f);
}

static void modes_and_flags_change_what_is_allowed(void **state) {
  (void)state;
  front f;
  assert_int_equal(start(&f, "await x", CS_MODE_EXEC, 0), CS_ESYNTAX);
  finish(&f);
  assert_int_equal(start(&f, "await x", CS_MODE_EXEC, CS_UNIT_TOP_AWAIT),
                   CS_OK);
  assert_true(f.u.top->flags & CS_SCOPE_COROUTINE);
  finish(&f);
  assert_int_equal(start(&f, "return 1", CS_MODE_EXEC, CS_UNIT_TOP_RETURN),
                   CS_OK);
  finish(&f);
  assert_int_equal(start(&f, "x = 1", CS_MODE_EVAL, 0), CS_ESYNTAX);
  finish(&f);
  assert_int_equal(start(&f, "x = 1\ny = 2", CS_MODE_SINGLE, 0), CS_ESYNTAX);
  finish(&f);
  assert_int_equal(start(&f, "(int, str) -> bool", CS_MODE_FUNC, 0), CS_OK);
  finish(&f);
}

static void unfinished_input_is_recognised(void **state) {
  (void)state;
  static const char *const more[] = {
      "f(",    "if x:",       "x = '''a",    "def f():\n",
      "[1,\n", "try:\n  x\n", "for x in y:", "x = 1 + \\\n"};
  static const char *const wrong[] = {"f)", "x = 'a", "if x\n", "x = = 1"};
  front f;
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    assert_int_equal(start(&f, more[i], CS_MODE_SINGLE, 0), CS_ESYNTAX);
    if (!f.u.incomplete) print_message("%s\n", more[i]);
    assert_true(f.u.incomplete);
    finish(&f);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(start(&f, wrong[i], CS_MODE_SINGLE, 0), CS_ESYNTAX);
    assert_false(f.u.incomplete);
    finish(&f);
  }
}

/* --- limits -------------------------------------------------------------- */

static void repeat(char *out, const char *part, size_t n) {
  size_t len = strlen(part);
  for (size_t i = 0; i < n; i++) memcpy(out + i * len, part, len);
  out[n * len] = '\0';
}

static void deep_nesting_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *part, *tail;
    cs_error_kind kind;
  } cases[] = {{"(", "", CS_ERROR_SYNTAX},
               {"-", "x", CS_ERROR_MEMORY},
               {"not ", "x", CS_ERROR_MEMORY},
               {"lambda: ", "x", CS_ERROR_MEMORY},
               {"a if b else ", "x", CS_ERROR_MEMORY},
               {"a**", "x", CS_ERROR_MEMORY},
               {"a+", "x", CS_ERROR_RECURSION},
               {"a.", "x", CS_ERROR_RECURSION},
               {"f'{", "x", CS_ERROR_SYNTAX}};
  char *text = malloc(200000);
  assert_non_null(text);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    front f;
    repeat(text, cases[i].part, 10000);
    strcat(text, cases[i].tail);
    assert_int_equal(start(&f, text, CS_MODE_EXEC, 0), CS_ESYNTAX);
    assert_int_equal(f.u.error.kind, cases[i].kind);
    finish(&f);
  }
  free(text);
}

static void scratch_may_end_anywhere(void **state) {
  (void)state;
  const char *text =
      "@d\nclass A(B, k=1):\n  x: int = 0\n"
      "  def m(self, *a, b=2, **k): return [i for i in a if (y := i)]\n"
      "async def f():\n  async with a as b, c: await d\n"
      "match x:\n  case [1, *r] | {'k': r} if r: pass\n  case P(a=q): pass\n"
      "try: import a.b as c\nexcept* E as e: raise X from e\n"
      "print(f'{x!r:>{w}} {y=}', \"\\N{BULLET}\" 'b', \xC3\xA9)\n";
  bool done = false;
  for (size_t limit = 64; !done; limit += 997) {
    cs_scratch s;
    cs_unit u;
    cs_scratch_init(&s, limit);
    cs_status st = cs_unit_init(&u, &s, 0);
    if (st == CS_OK) st = cs_parse_module(&u, text, strlen(text), CS_MODE_EXEC);
    if (st == CS_OK) st = cs_scope_build(&u);
    assert_true(st == CS_OK || st == CS_ELIMIT);
    done = st == CS_OK;
    cs_scratch_fini(&s);
    assert_true(limit < LIMIT);
  }
}

static void a_lent_block_is_used_first(void **state) {
  (void)state;
  static uint64_t block[4096];
  cs_scratch s;
  cs_scratch_init(&s, sizeof block);
  cs_scratch_lend(&s, block, sizeof block);
  char *p = cs_scratch_take(&s, 100);
  assert_true(p > (char *)block && p < (char *)block + sizeof block);
  assert_null(cs_scratch_take(&s, sizeof block));
  assert_null(cs_scratch_take(&s, SIZE_MAX));
  cs_scratch_reset(&s);
  assert_ptr_equal(cs_scratch_take(&s, 8), p);
  cs_scratch_fini(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_fixed_name_is_found_under_its_number),
      cmocka_unit_test(private_names_are_mangled),
      cmocka_unit_test(identifiers_are_normalised),
      cmocka_unit_test(literals_have_their_values),
      cmocka_unit_test(fstrings_nest),
      cmocka_unit_test(the_same_quotes_may_nest_in_fstrings),
      cmocka_unit_test(python_312_statements_parse),
      cmocka_unit_test(closures_name_their_cells),
      cmocka_unit_test(comprehensions_share_the_frame),
      cmocka_unit_test(walrus_leaves_comprehensions),
      cmocka_unit_test(classes_hide_their_names_from_methods),
      cmocka_unit_test(attributes_and_names_are_mangled_in_classes),
      cmocka_unit_test(errors_have_text_and_place),
      cmocka_unit_test(modes_and_flags_change_what_is_allowed),
      cmocka_unit_test(unfinished_input_is_recognised),
      cmocka_unit_test(deep_nesting_is_refused),
      cmocka_unit_test(scratch_may_end_anywhere),
      cmocka_unit_test(a_lent_block_is_used_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
