/*
 * check.c - caisson check: does this program keep the rules?
 *
 * Nothing runs.  Exit code 0 yes, 1 no, 125 cannot tell.  Findings go to
 * stderr, one line each, as compilers write them; with --json one object goes
 * to stdout.  A list that is given replaces the profile's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/json.h"
#include "cli/lines.h"
#include "cli/plain.h"
#include "cli/verbs.h"
#include "session/inside.h"

#include "caisson/check.h"
#include "caisson/session.h"

/* --- lists --------------------------------------------------------------- */

#define LISTS 9
#define NAMES 256

/* Names of the command line, cut at commas. */
typedef struct name_list {
  const char *at[NAMES + 1];
  char *text[CS_WORDS_MAX]; /* owned */
  size_t n, texts;
} name_list;

static bool cut(name_list *l, const char *word) {
  char *text = strdup(word), *rest = text;
  if (!text) return false;
  l->text[l->texts++] = text;
  for (char *name; (name = strsep(&rest, ",")) != NULL;) {
    if (!*name) continue;
    if (l->n == NAMES) return false;
    l->at[l->n++] = name;
  }
  return true;
}

/* NULL without an option: the profile's own list. */
static bool take_list(const cs_words *words, name_list *l,
                      const char *const **out) {
  *l = (name_list){.n = 0};
  *out = words->n ? l->at : NULL;
  for (size_t i = 0; i < words->n; i++)
    if (!cut(l, words->at[i])) return false;
  return true;
}

static void free_lists(name_list *l) {
  for (size_t i = 0; i < LISTS; i++)
    for (size_t k = 0; k < l[i].texts; k++) free(l[i].text[k]);
}

static bool take_options(const cs_settings *s, name_list *l,
                         cs_check_options *o) {
  cs_check_options_init(o);
  o->profile = s->rules;
  return take_list(&s->allow_imports, &l[0], &o->allow_imports) &&
         take_list(&s->block_imports, &l[1], &o->block_imports) &&
         take_list(&s->allow_builtins, &l[2], &o->allow_builtins) &&
         take_list(&s->block_builtins, &l[3], &o->block_builtins) &&
         take_list(&s->allow_attributes, &l[4], &o->allow_attributes) &&
         take_list(&s->block_attributes, &l[5], &o->block_attributes) &&
         take_list(&s->allow_nodes, &l[6], &o->allow_nodes) &&
         take_list(&s->block_nodes, &l[7], &o->block_nodes) &&
         take_list(&s->allow_os, &l[8], &o->allow_os);
}

/* --- findings ------------------------------------------------------------ */

static const char *status_of(cs_check_verdict v) {
  static const char *const names[] = {
      [CS_CHECK_PASSED] = "ok",
      [CS_CHECK_REFUSED] = "refused",
      [CS_CHECK_UNSURE] = "unsure",
      [CS_CHECK_INVALID] = "invalid",
  };
  return names[v];
}

static void put_finding(cs_json *j, const cs_check_finding *f) {
  cs_json_key(j, NULL);
  cs_json_open(j, '{');
  cs_json_text(j, "rule", f->rule);
  cs_json_text(j, "name", f->name);
  cs_json_text(j, "message", f->message);
  if (strcmp(f->rule, "syntax") == 0) cs_json_text(j, "type", f->name);
  if (f->line) {
    cs_json_int(j, "line", f->line);
    cs_json_int(j, "column", f->column);
    cs_json_int(j, "end_line", f->end_line);
    cs_json_int(j, "end_column", f->end_column);
  }
  cs_json_bool(j, "unsure", f->unsure);
  cs_json_close(j, '}');
}

static void print_json(const cs_settings *s, const char *name,
                       const cs_check_report *r) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.check/1");
  cs_json_text(&j, "status", status_of(cs_check_result(r)));
  cs_json_text(&j, "file", name);
  cs_json_text(&j, "profile", s->rules ? s->rules : "default");
  cs_json_key(&j, "findings");
  cs_json_open(&j, '[');
  for (size_t i = 0; i < cs_check_count(r); i++)
    put_finding(&j, cs_check_at(r, i));
  cs_json_close(&j, ']');
  cs_json_int(&j, "dropped", (int64_t)cs_check_dropped(r));
  cs_json_text(&j, "note", "advice, not a boundary");
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

static void print_text(const char *name, const cs_check_report *r) {
  for (size_t i = 0; i < cs_check_count(r); i++) {
    const cs_check_finding *f = cs_check_at(r, i);
    bool syntax = strcmp(f->rule, "syntax") == 0;
    cs_plain_put(stderr, name);
    fprintf(stderr, ":%u:%u: ", f->line, f->column);
    if (syntax) fprintf(stderr, "%s: ", f->name);
    cs_plain_put(stderr, f->message);
    if (!syntax) fprintf(stderr, " [%s]", f->rule);
    fputc('\n', stderr);
  }
  if (cs_check_dropped(r))
    fprintf(stderr, "%s: %zu more\n", name, cs_check_dropped(r));
}

static int exit_code(cs_check_verdict v) {
  if (v == CS_CHECK_PASSED) return 0;
  return v == CS_CHECK_UNSURE ? CS_EXIT_OURS : 1;
}

/* --- the verb ------------------------------------------------------------ */

static int check_text(const cs_settings *s, const char *name,
                      const cs_check_options *o, const char *text, size_t len) {
  cs_check_report *r = NULL;
  cs_error err = {0};
  cs_status st = cs_check(o, text, len, &r, &err);
  if (st != CS_OK)
    return cs_cli_fail(s, "cannot check the program", err.text,
                       st == CS_EINVAL ? "see 'caisson help check'"
                                       : "split it into smaller files");
  if (s->json)
    print_json(s, name, r);
  else if (!s->quiet)
    print_text(name, r);
  int code = exit_code(cs_check_result(r));
  cs_check_free(r);
  return code;
}

static int check_file(const cs_settings *s, const cs_check_options *o) {
  const char *path = s->argv[0];
  size_t len = 0;
  CS_AUTO_FREE
  char *text = cs_lines_read_file(path, &len);
  if (!text) {
    char what[200];
    snprintf(what, sizeof what, "cannot read '%.150s'", path);
    return cs_cli_fail(s, what, strerror(errno), "check the path");
  }
  return check_text(s, strcmp(path, "-") == 0 ? "<stdin>" : path, o, text, len);
}

int cs_cli_check(const cs_settings *s) {
  name_list lists[LISTS] = {{.n = 0}};
  cs_check_options o;
  if (s->argc != 1)
    return cs_cli_fail(
        s, "nothing to check",
        s->argc ? "more than one file was given" : "no file was given",
        "write 'caisson check FILE' or 'caisson check -'");
  int code =
      take_options(s, lists, &o)
          ? check_file(s, &o)
          : cs_cli_fail(s, "cannot check the program",
                        "a list has more than 256 names", "give fewer names");
  free_lists(lists);
  return code;
}
