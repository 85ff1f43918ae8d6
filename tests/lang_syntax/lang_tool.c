/*
 * lang_tool.c - the front end on the command line, for the comparisons here.
 *
 *   lang_tool dump FILE...     one line of tree per file, or its error
 *   lang_tool errors           NUL-separated snippets on stdin, a line each
 *   lang_tool scopes FILE      symbol tables
 *   lang_tool unparse          NUL-separated expressions on stdin, a line each
 *   lang_tool bench FILE [N]   time of N rounds
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ast_dump.h"
#include "base/scratch.h"
#include "py/lang/parse.h"
#include "py/lang/scope.h"
#include "py/lang/unparse.h"

#define LIMIT ((size_t)1 << 30)

static char *read_all(FILE *in, size_t *len) {
  size_t cap = 1 << 16, n = 0;
  char *text = malloc(cap);
  for (size_t got; text && (got = fread(text + n, 1, cap - n, in)) > 0;) {
    n += got;
    if (n == cap) text = realloc(text, cap *= 2);
  }
  *len = n;
  return text;
}

static char *read_file(const char *path, size_t *len) {
  FILE *in = fopen(path, "rb");
  if (!in) return NULL;
  char *text = read_all(in, len);
  fclose(in);
  return text;
}

static void print_error(const cs_unit *u, cs_status st) {
  static const char *const kinds[] = {"SyntaxError", "IndentationError",
                                      "TabError",    "MemoryError",
                                      "ValueError",  "RecursionError"};
  const cs_syntax_error *e = &u->error;
  if (st != CS_ESYNTAX) {
    printf("!%s\n", cs_status_text(st));
    return;
  }
  printf("!%s|%d|%d|%d|%d|%d|%s\n", kinds[e->kind], e->line, e->col,
         e->end_line, e->end_col, u->incomplete, e->text);
}

static int dump(int n, char **paths) {
  for (int i = 0; i < n; i++) {
    size_t len;
    char *text = read_file(paths[i], &len);
    cs_scratch s;
    cs_unit u;
    cs_scratch_init(&s, LIMIT);
    cs_status st = text ? cs_unit_init(&u, &s, 0) : CS_EOS;
    if (st == CS_OK) st = cs_parse_module(&u, text, len, CS_MODE_EXEC);
    if (st == CS_OK)
      ast_dump(stdout, &u);
    else
      print_error(&u, st);
    cs_scratch_fini(&s);
    free(text);
  }
  return 0;
}

static void check(const char *text, size_t len, cs_scratch *s) {
  cs_unit u;
  cs_status st = cs_unit_init(&u, s, CS_UNIT_FROM_STR);
  if (st == CS_OK) st = cs_parse_module(&u, text, len, CS_MODE_EXEC);
  if (st == CS_OK) st = cs_scope_build(&u);
  if (st == CS_OK)
    puts("ok");
  else
    print_error(&u, st);
}

static void unparse(const char *text, size_t len, cs_scratch *s) {
  cs_unit u;
  const char *out;
  size_t n;
  cs_status st = cs_unit_init(&u, s, CS_UNIT_FROM_STR);
  if (st == CS_OK) st = cs_parse_module(&u, text, len, CS_MODE_EVAL);
  if (st == CS_OK) st = cs_unparse_expr(&u, u.root->expression.body, &out, &n);
  if (st == CS_OK)
    printf("%.*s\n", (int)n, out);
  else
    print_error(&u, st);
}

/* Call `each` with every NUL-terminated piece of stdin. */
static int snippets(void (*each)(const char *, size_t, cs_scratch *)) {
  size_t len;
  char *text = read_all(stdin, &len);
  cs_scratch s;
  cs_scratch_init(&s, LIMIT);
  for (size_t at = 0; text && at < len;) {
    const char *end = memchr(text + at, 0, len - at);
    size_t n = end ? (size_t)(end - text) - at : len - at;
    each(text + at, n, &s);
    cs_scratch_reset(&s);
    at += n + 1;
  }
  cs_scratch_fini(&s);
  free(text);
  return 0;
}

static void print_name(const cs_unit *u, cs_name id) {
  const cs_name_entry *e = cs_name_at(&u->names, id);
  printf("%.*s", (int)e->len, e->bytes);
}

static void print_scope(const cs_unit *u, const cs_scope *s) {
  static const char *const access[] = {
      "?", "local", "cell", "free", "classfree", "name", "global", "explicit"};
  printf("%*s%d ", s->depth * 2, "", s->kind);
  print_name(u, s->name);
  printf(" line=%u flags=%x qualname=%.*s\n", s->node->line, s->flags,
         (int)s->qualname_len, s->qualname);
  for (const cs_symbol *y = s->symbols; y; y = y->next) {
    printf("%*s- ", s->depth * 2 + 2, "");
    print_name(u, y->name);
    printf(" %s %x%s\n", access[y->home->access], y->flags,
           y->home != y ? " (home)" : "");
  }
  for (const cs_scope *c = s->first_child; c; c = c->sibling) print_scope(u, c);
}

static int scopes(const char *path) {
  size_t len;
  char *text = read_file(path, &len);
  cs_scratch s;
  cs_unit u;
  cs_scratch_init(&s, LIMIT);
  cs_status st = text ? cs_unit_init(&u, &s, 0) : CS_EOS;
  if (st == CS_OK) st = cs_parse_module(&u, text, len, CS_MODE_EXEC);
  if (st == CS_OK) st = cs_scope_build(&u);
  if (st == CS_OK)
    print_scope(&u, u.top);
  else
    print_error(&u, st);
  cs_scratch_fini(&s);
  free(text);
  return st != CS_OK;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int bench(const char *path, int rounds) {
  size_t len;
  char *text = read_file(path, &len);
  cs_scratch s;
  cs_unit u;
  cs_scratch_init(&s, LIMIT);
  double best = 1e9, best_parse = 1e9;
  for (int i = 0; text && i < rounds; i++) {
    double start = now();
    cs_status st = cs_unit_init(&u, &s, 0);
    if (st == CS_OK) st = cs_parse_module(&u, text, len, CS_MODE_EXEC);
    double parsed = now();
    if (st == CS_OK) st = cs_scope_build(&u);
    double took = now() - start;
    if (took < best) best = took;
    if (parsed - start < best_parse) best_parse = parsed - start;
    if (st != CS_OK) {
      print_error(&u, st);
      return 1;
    }
    if (i + 1 < rounds) cs_scratch_reset(&s);
  }
  printf("%zu bytes: parse %.2f us, with scopes %.2f us, %.1f MB/s, %zu KiB\n",
         len, best_parse * 1e6, best * 1e6, (double)len / best / 1e6,
         s.held >> 10);
  cs_scratch_fini(&s);
  free(text);
  return 0;
}

int main(int argc, char **argv) {
  if (argc >= 3 && !strcmp(argv[1], "dump")) return dump(argc - 2, argv + 2);
  if (argc == 2 && !strcmp(argv[1], "errors")) return snippets(check);
  if (argc == 2 && !strcmp(argv[1], "unparse")) return snippets(unparse);
  if (argc == 3 && !strcmp(argv[1], "scopes")) return scopes(argv[2]);
  if (argc >= 3 && !strcmp(argv[1], "bench"))
    return bench(argv[2], argc > 3 ? atoi(argv[3]) : 1000);
  fputs(
      "usage: lang_tool dump FILE... | errors | unparse | scopes FILE | bench "
      "FILE\n",
      stderr);
  return 2;
}
