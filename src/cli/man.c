/*
 * man.c - caisson man: the manual pages, printed from the tables.
 *
 * caisson(1) comes from the verbs and options that help prints, too;
 * caisson-policy(5) from the fields of a policy.  The build installs both.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "policy/schema.h"

/* Text for roff: no backslash, minus or leading dot means anything. */
static void put(const char *text) {
  bool start = true;
  for (; *text; text++) {
    if (start && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
    start = *text == '\n';
    if (*text == '\\')
      fputs("\\e", stdout);
    else if (*text == '-')
      fputs("\\-", stdout);
    else
      putchar(*text);
  }
}

static void section(const char *name) {
  printf(".SH %s\n", name);
}

/* Lines as they are, indented. */
static void verbatim(const char *text) {
  puts(".nf");
  put(text);
  puts("\n.fi");
}

static void head(const char *name, const char *number, const char *what) {
  printf(".TH %s %s \"\" \"Caisson %s\" \"Caisson\"\n", name, number,
         CS_VERSION);
  section("NAME");
  put(what);
  puts("");
}

/* --- caisson(1) ---------------------------------------------------------- */

static void put_verb(const cs_verb *v) {
  printf(".SS caisson %s\n", v->name);
  printf("\\fBcaisson %s\\fR [\\fIOPTION\\fR...] ", v->name);
  put(v->operands);
  puts("\n.PP");
  put(v->purpose);
  if (v->alias) printf(" (also: caisson %s)", v->alias);
  puts(".");
  if (v->about) {
    puts(".PP");
    put(v->about);
    puts("");
  }
  puts(".PP\nExamples:");
  for (int i = 0; i < 2; i++) {
    puts(".PP");
    put(v->example[i].says);
    puts(":\n.RS\n.nf");
    put(v->example[i].command);
    puts("\n.fi\n.RE");
  }
}

/* The verbs that take an option. */
static void put_takers(const cs_option *o) {
  bool first = true, all = true;
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (!cs_option_is_shown(o, v)) all = false;
  if (all) {
    puts("For: all verbs.");
    return;
  }
  fputs("For: ", stdout);
  for (const cs_verb *v = cs_verbs; v->name; v++) {
    if (!cs_option_is_shown(o, v)) continue;
    printf("%s%s", first ? "" : ", ", v->name);
    first = false;
  }
  puts(".");
}

static void put_option(const cs_option *o) {
  char text[100], variable[64];
  cs_help_spell(o, text, sizeof text);
  fputs(".TP\n\\fB", stdout);
  put(text);
  puts("\\fR");
  put(o->help);
  puts(".");
  put_takers(o);
  if (cs_option_variable(o, variable, sizeof variable))
    printf("Variable: %s.\n", variable);
}

static void put_options(void) {
  for (int g = 0; g < CS_GROUPS; g++) {
    printf(".SS %s\n", cs_group_names[g]);
    for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
      if (o->help && (int)o->group == g) put_option(o);
  }
}

static void print_caisson(void) {
  head("CAISSON", "1",
       "caisson - run code that you do not trust, and stay in "
       "control");
  section("SYNOPSIS");
  puts("\\fBcaisson\\fR \\fIVERB\\fR [\\fIOPTION\\fR...] ...");
  section("DESCRIPTION");
  put("Programs run in an engine of our own or in a jail of the kernel. They "
      "see\nno file, no network, no environment and no function of the host, "
      "until an\noption gives it to them. Everything has a finite limit. What "
      "happens is\nrecorded in an audit log.\n");
  section("VERBS");
  for (const cs_verb *v = cs_verbs; v->name; v++) put_verb(v);
  section("OPTIONS");
  put_options();
  section("TOOLS");
  verbatim(cs_help_tools);
  section("EXIT STATUS");
  puts("Of verbs that run a program:");
  verbatim(cs_help_exit(CS_VERB_GUEST));
  puts(".PP\nOf verbs that answer a question:");
  verbatim(cs_help_exit(CS_VERB_ANSWER));
  section("ENVIRONMENT");
  put("An option whose entry names a variable takes its value from there when\n"
      "it is not given. NO_COLOR, CLICOLOR_FORCE and TERM=dumb decide about\n"
      "colours. CAISSON_TRACE lists what a session shows on standard error:\n"
      "calls, stops, requests, or all.\n");
  section("SEE ALSO");
  puts("\\fBcaisson-policy\\fR(5)");
}

/* --- caisson-policy(5) --------------------------------------------------- */

static const char *type_of(const cs_pfield *f) {
  switch (f->type) {
    case CS_TYPE_BOOL: return "true or false";
    case CS_TYPE_COUNT: return "number";
    case CS_TYPE_SIZE: return "bytes, or 64KiB, 512MiB, 2GiB";
    case CS_TYPE_TIME: return "milliseconds, or 500ms, 30s, 5m, 2h";
    case CS_TYPE_CPUS: return "processors, 1.5";
    case CS_TYPE_WORD: return f->words ? f->words : "word";
    case CS_TYPE_TEXT: return "text";
    case CS_TYPE_LIST: return "list";
    case CS_TYPE_MAP: return "map";
    case CS_TYPE_SPAWN: return "true, false or a list";
  }
  return "";
}

static void put_default(const cs_pfield *f) {
  if (f->absent) {
    fputs("none", stdout);
    return;
  }
  switch (f->type) {
    case CS_TYPE_BOOL:
    case CS_TYPE_SPAWN: fputs(f->number ? "true" : "false", stdout); return;
    case CS_TYPE_COUNT:
    case CS_TYPE_SIZE:
    case CS_TYPE_TIME: printf("%llu", (unsigned long long)f->number); return;
    case CS_TYPE_CPUS: printf("%g", (double)f->number / 1000); return;
    case CS_TYPE_WORD:
    case CS_TYPE_TEXT: put(f->text ? f->text : "none"); return;
    case CS_TYPE_LIST:
    case CS_TYPE_MAP: break;
  }
  if (!f->list || !f->list[0]) fputs("empty", stdout);
  for (size_t i = 0; f->list && f->list[i]; i++) {
    if (i) fputs(", ", stdout);
    put(f->list[i]);
  }
}

static void put_field(const cs_pfield *f) {
  fputs(".TP\n\\fB", stdout);
  put(f->key);
  printf("\\fR (%s)\n", type_of(f));
  put(f->meaning);
  fputs(". Default: ", stdout);
  put_default(f);
  puts(".");
}

static void print_policy(void) {
  head("CAISSON-POLICY", "5",
       "caisson-policy - what programs may do, and how "
       "much of it");
  section("DESCRIPTION");
  put("A policy is a YAML or JSON file that begins with 'version: 1'. Keys "
      "that "
      "are\nleft out have their default; a key that does not exist is an "
      "error. "
      "An empty\nlist allows nothing.\n");
  section("KEYS");
  for (int i = 0; i < CS_POLICY_FIELDS; i++) put_field(&cs_schema[i]);
  section("SEE ALSO");
  puts("\\fBcaisson\\fR(1)");
}

int cs_cli_man(const cs_settings *s) {
  const char *page = s->argc ? s->argv[0] : "1";
  if (strcmp(page, "1") == 0 || strcmp(page, "caisson") == 0)
    print_caisson();
  else if (strcmp(page, "5") == 0 || strcmp(page, "policy") == 0)
    print_policy();
  else
    return cs_cli_fail(s, "no such page", "there are 1 and 5",
                       "write 'caisson man 1' or 'caisson man 5'");
  return 0;
}
