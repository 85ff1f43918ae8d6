/*
 * help.c - help and completion, printed from the tables of verbs and options.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"

static void list_verbs(void) {
  puts("usage: caisson VERB [OPTION...] ...\n");
  for (const cs_verb *v = cs_verbs; v->name; v++)
    printf("  %-17s %s\n", v->name, v->purpose);
  puts("\n'caisson help VERB' explains one of them.\n\nexamples:");
  printf("  %s\n  %s\n", cs_verbs[0].example[0], cs_verbs[0].example[1]);
}

static void print_option(const cs_option *o) {
  char left[40], letter[8] = "    ";
  if (o->letter) snprintf(letter, sizeof letter, "-%c%s", o->letter,
                          o->name ? ", " : "");
  snprintf(left, sizeof left, "%s%s%s%s%s", letter, o->name ? "--" : "",
           o->name ? o->name : "", o->value ? " " : "",
           o->value ? o->value : "");
  printf("  %-24s %s\n", left, o->help);
}

static void explain_tools(void) {
  puts("\ntools: COMMAND is split at spaces, quotes keep words together; no"
       "\nshell is involved unless it is one."
       "\n  --tool 'rate=python3 rates.py'"
       "\n      started once; reads lines {\"id\", \"name\", \"args\","
       "\n      \"kwargs\"}, answers in any order with {\"id\", \"result\"}"
       "\n      or {\"id\", \"error\": {\"type\", \"message\"}}"
       "\n  --call 'words=wc -w'"
       "\n      started for each call; reads one such object without id; what"
       "\n      it prints is the result, JSON or else text; another exit code"
       "\n      than 0 raises RuntimeError with what it said on stderr"
       "\n  --tool 'async rate=...', --call 'async words=...'"
       "\n      called with await; asyncio.gather runs several at a time");
}

void cs_help_verb(const cs_verb *v) {
  printf("usage: caisson %s [OPTION...] %s\n\n%s", v->name, v->operands,
         v->purpose);
  if (v->alias) printf(" (also: caisson %s)", v->alias);
  puts("\n\noptions:");
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->help && o->verbs & v->bit) print_option(o);
  const uint32_t runs = CS_VERB_RUN | CS_VERB_DUMP | CS_VERB_LOAD |
                        CS_VERB_FORK;
  if (v->bit & (runs | CS_VERB_REPL)) explain_tools();
  if (v->bit & runs)
    puts("\nexit code: the program's own; 1 uncaught exception, 124 deadline,"
         "\n137 another limit or the death of the worker, 130 Ctrl-C,"
         "\n125 an error of caisson itself");
  printf("\nexamples:\n  %s\n  %s\n", v->example[0], v->example[1]);
}

int cs_cli_help(const cs_settings *s) {
  if (s->argc == 0) {
    list_verbs();
    return 0;
  }
  const char *name = s->argv[0];
  if (name[0] == '-') name = "help";
  const cs_verb *v = cs_verb_find(name, s->argc > 1 ? s->argv[1] : NULL);
  if (!v)
    return cs_cli_fail(s, "no such help", "there is no verb of that name",
                       "see 'caisson help'");
  cs_help_verb(v);
  return 0;
}

static size_t first_word(const cs_verb *v) { return strcspn(v->name, " "); }

/* Is this the second or later verb with the same first word? */
static bool is_repeated(const cs_verb *v) {
  size_t n = first_word(v);
  return v > cs_verbs && first_word(v - 1) == n &&
         strncmp(v[-1].name, v->name, n) == 0;
}

static void print_options(const cs_verb *v) {
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->help && o->name && o->verbs & v->bit) printf("--%s ", o->name);
}

/* The words that may follow the first one of a verb. */
static void print_words(const cs_verb *v) {
  if (is_repeated(v)) return;
  printf("    %.*s", (int)first_word(v), v->name);
  if (v->alias) printf("|%s", v->alias);
  printf(") words='");
  do {
    if (v->name[first_word(v)]) printf("%s ", v->name + first_word(v) + 1);
    print_options(v);
    v++;
  } while (v->name && is_repeated(v));
  puts("' ;;");
}

int cs_cli_completion(const cs_settings *s) {
  if (s->argc != 1 || strcmp(s->argv[0], "bash") != 0)
    return cs_cli_fail(s, "no completion script", "only bash is known so far",
                       "write 'caisson completion bash'");
  puts("# bash completion for caisson; load it with\n"
       "#   source <(caisson completion bash)\n"
       "_caisson() {\n"
       "  local cur=${COMP_WORDS[COMP_CWORD]} words=\n"
       "  if [ \"$COMP_CWORD\" -eq 1 ]; then");
  printf("    words='");
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (!is_repeated(v)) printf("%.*s ", (int)first_word(v), v->name);
  puts("'\n  else\n    case ${COMP_WORDS[1]} in");
  for (const cs_verb *v = cs_verbs; v->name; v++) print_words(v);
  puts("    esac\n"
       "  fi\n"
       "  case $cur in\n"
       "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
       "    *) if [ \"$COMP_CWORD\" -eq 1 ]\n"
       "       then COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
       "       else COMPREPLY=($(compgen -f -- \"$cur\"))\n"
       "       fi ;;\n"
       "  esac\n"
       "}\n"
       "complete -o filenames -F _caisson caisson");
  return 0;
}
