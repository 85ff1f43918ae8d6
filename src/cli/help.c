/*
 * help.c - help, printed from the tables of verbs and options.
 *
 * Nothing is wider than 80 columns, and every verb has two examples; tests
 * count both.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/color.h"
#include "cli/json.h"

#define LEFT 26 /* columns of an option and its value */

const char cs_help_tools[] =
    "COMMAND is split at spaces, quotes keep words together; no\n"
    "shell is involved unless it is one.\n"
    "  --tool 'rate=python3 rates.py'\n"
    "      started once; reads lines {\"id\", \"name\", \"args\", "
    "\"kwargs\"},\n"
    "      answers in any order with {\"id\", \"result\"} or\n"
    "      {\"id\", \"error\": {\"type\", \"message\"}}\n"
    "  --call 'words=wc -w'\n"
    "      started for each call; reads one such object without id; what it\n"
    "      prints is the result, JSON or else text; another exit code than 0\n"
    "      raises RuntimeError with what it said on stderr\n"
    "  --tool 'async rate=...', --call 'async words=...'\n"
    "      called with await; asyncio.gather runs several at a time";

const char *cs_help_exit(cs_verb_exit e) {
  switch (e) {
    case CS_VERB_PLAIN: return "0, or 125 for an error that is told on stderr";
    case CS_VERB_ANSWER: return "0 yes, 1 no, 125 could not tell";
    case CS_VERB_GUEST: break;
  }
  return "the program's own; 1 uncaught exception, 124 deadline,\n"
         "137 another limit or the death of the worker, 130 Ctrl-C,\n"
         "125 an error of caisson itself";
}

bool cs_help_has_tools(const cs_verb *v) {
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->name && strcmp(o->name, "tool") == 0 && !(o->verbs & CS_FOR(WHY)))
      return cs_option_is_shown(o, v);
  return false;
}

size_t cs_help_word(const cs_verb *v) {
  return strcspn(v->name, " ");
}

bool cs_help_is_repeated(const cs_verb *v) {
  size_t n = cs_help_word(v);
  return v > cs_verbs && cs_help_word(v - 1) == n &&
         strncmp(v[-1].name, v->name, n) == 0;
}

/* --- all verbs ----------------------------------------------------------- */

static void list_verbs(const cs_settings *s) {
  puts(
      "Caisson runs code that you do not trust, and stays in control.\n\n"
      "usage: caisson VERB [OPTION...] ...");
  for (const cs_verb *v = cs_verbs; v->name; v++) {
    if (v == cs_verbs || v[-1].group != v->group) {
      puts("");
      cs_color_head(s, v->group);
    }
    printf("  %-18s %s\n", v->name, v->purpose);
  }
  puts("\n'caisson help VERB' explains one of them, with its options.\n");
  cs_color_head(s, "examples");
  for (int i = 0; i < 2; i++)
    printf("  $ %s\n", cs_verbs[0].example[i].command);
}

/* --- one verb ------------------------------------------------------------ */

void cs_help_spell(const cs_option *o, char *out, size_t room) {
  char letter[8] = "";
  if (o->letter)
    snprintf(letter, sizeof letter, "-%c%s", o->letter, o->name ? ", " : "");
  snprintf(out, room, "%s%s%s%s%s", letter, o->name ? "--" : "",
           o->name ? o->name : "", o->value ? " " : "",
           o->value ? o->value : "");
}

static void print_option(const cs_option *o) {
  char left[80];
  cs_help_spell(o, left, sizeof left);
  int indent = o->letter ? 2 : 6;
  int used = indent + (int)strlen(left);
  printf("%*s%s", indent, "", left);
  if (used > LEFT + 2)
    printf("\n%*s", LEFT + 2, "");
  else
    printf("%*s", LEFT + 2 - used, "");
  printf(" %s\n", o->help);
}

static void print_group(const cs_settings *s, const cs_verb *v,
                        cs_option_group group) {
  bool any = false;
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++) {
    if (o->group != group || !cs_option_is_shown(o, v)) continue;
    if (!any) {
      puts("");
      cs_color_head(s, cs_group_names[group]);
    }
    any = true;
    print_option(o);
  }
}

/* Which options 'exec NAME' and 'shell NAME' take, from the table. */
static void print_in_box(const cs_settings *s, const cs_verb *v) {
  int used = 0;
  if (v->id != CS_VERB_EXEC && v->id != CS_VERB_SHELL) return;
  puts("");
  cs_color_head(s, "in the sandbox NAME");
  puts(
      "'caisson create' has set what it is given and its limits; only these\n"
      "options have an effect there, and the others are refused:");
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++) {
    if (!cs_option_is_shown(o, v) || !(o->verbs & CS_IN_BOX)) continue;
    int n = o->name ? (int)strlen(o->name) + 2 : 2;
    if (used + n + 1 > 76) puts("");
    if (used + n + 1 > 76) used = 0;
    printf("%s%s", used ? " " : "  ", o->name ? "--" : "-");
    if (o->name)
      fputs(o->name, stdout);
    else
      putchar(o->letter);
    used += n + 1;
  }
  puts("");
}

void cs_help_verb(const cs_settings *s, const cs_verb *v) {
  printf("usage: caisson %s [OPTION...] %s\n\n%s", v->name, v->operands,
         v->purpose);
  if (v->alias) printf(" (also: caisson %s)", v->alias);
  puts("");
  if (v->about) printf("\n%s\n", v->about);
  for (int g = 0; g < CS_GROUPS; g++) print_group(s, v, (cs_option_group)g);
  print_in_box(s, v);
  if (cs_help_has_tools(v)) {
    puts("");
    cs_color_head(s, "tools");
    puts(cs_help_tools);
  }
  puts("");
  cs_color_head(s, "exit code");
  printf("%s\n\n", cs_help_exit(v->exit));
  cs_color_head(s, "examples");
  for (int i = 0; i < 2; i++)
    printf("  # %s\n  $ %s\n", v->example[i].says, v->example[i].command);
}

/* --- for programs -------------------------------------------------------- */

static void put_option_json(cs_json *j, const cs_option *o) {
  const char letter[2] = {o->letter, 0};
  char variable[64];
  cs_json_key(j, NULL);
  cs_json_open(j, '{');
  if (o->name) cs_json_text(j, "name", o->name);
  if (o->letter) cs_json_text(j, "letter", letter);
  if (o->value) cs_json_text(j, "value", o->value);
  cs_json_text(j, "help", o->help);
  cs_json_text(j, "group", cs_group_names[o->group]);
  if (cs_option_variable(o, variable, sizeof variable))
    cs_json_text(j, "variable", variable);
  cs_json_close(j, '}');
}

static void put_verb_json(cs_json *j, const cs_verb *v) {
  cs_json_key(j, NULL);
  cs_json_open(j, '{');
  cs_json_text(j, "name", v->name);
  if (v->alias) cs_json_text(j, "alias", v->alias);
  cs_json_text(j, "operands", v->operands);
  cs_json_text(j, "purpose", v->purpose);
  cs_json_key(j, "options");
  cs_json_open(j, '[');
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (cs_option_is_shown(o, v)) put_option_json(j, o);
  cs_json_close(j, ']');
  cs_json_key(j, "examples");
  cs_json_open(j, '[');
  for (int i = 0; i < 2; i++) cs_json_text(j, NULL, v->example[i].command);
  cs_json_close(j, ']');
  cs_json_close(j, '}');
}

static int print_json(const cs_verb *only) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.help/1");
  cs_json_key(&j, "verbs");
  cs_json_open(&j, '[');
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (!only || only == v) put_verb_json(&j, v);
  cs_json_close(&j, ']');
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 0;
}

/* Verbs of two words that begin with `name`; false: there is none. */
static bool list_second_words(const cs_settings *s, const char *name) {
  size_t n = strlen(name);
  bool any = false;
  for (const cs_verb *v = cs_verbs; v->name; v++) {
    if (strncmp(v->name, name, n) != 0 || v->name[n] != ' ') continue;
    if (!any) printf("usage: caisson %s COMMAND [OPTION...] ...\n\n", name);
    if (!any) cs_color_head(s, "commands");
    any = true;
    printf("  %-18s %s\n", v->name, v->purpose);
  }
  if (any) printf("\n'caisson help %s COMMAND' explains one of them.\n", name);
  return any;
}

/* Verbs whose heading has the word, "sandbox" in "named sandboxes"; what to do
 * about a word that is no verb. */
static int no_such(const cs_settings *s, const char *word) {
  char why[120], todo[400] = "see 'caisson help'";
  size_t used = 0;
  for (const cs_verb *v = cs_verbs; v->name && strlen(word) > 3; v++) {
    if (!strstr(v->group, word) || used >= sizeof todo) continue;
    int n = snprintf(todo + used, sizeof todo - used, "%s%s",
                     used ? ", " : "verbs about that: ", v->name);
    used += (size_t)n;
  }
  snprintf(why, sizeof why, "there is no verb '%.80s'", word);
  return cs_cli_fail(s, "no such help", why, todo);
}

int cs_cli_help(const cs_settings *s) {
  if (s->argc == 0 && s->json) return print_json(NULL);
  if (s->argc == 0) {
    list_verbs(s);
    return 0;
  }
  const char *name = s->argv[0];
  const cs_verb *v = cs_verb_find(name, s->argc > 1 ? s->argv[1] : NULL);
  if (v && s->json) return print_json(v);
  if (v) {
    cs_help_verb(s, v);
    return 0;
  }
  if (s->argc == 1 && !s->json && list_second_words(s, name)) return 0;
  int code = cs_verb_planned(s, name);
  if (code) return code;
  return no_such(s, name);
}
