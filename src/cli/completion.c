/*
 * completion.c - caisson completion: scripts for bash, zsh and fish.
 *
 * All of it is printed from the tables; the scripts hold the words and never
 * start caisson, so pressing Tab runs nothing and asks nobody.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "cli/help.h"

static bool is_file(const cs_option *o) {
  return o->value && strncmp(o->value, "FILE", 4) == 0;
}
static bool is_dir(const cs_option *o) {
  return o->value &&
         (strncmp(o->value, "DIR", 3) == 0 || strncmp(o->value, "SRC", 3) == 0);
}
/* Lower case: these very words. */
static bool is_words(const cs_option *o) {
  return o->value && o->value[0] >= 'a' && o->value[0] <= 'z';
}

/* The words of "a|b|c", with spaces between them. */
static void print_choices(const cs_option *o) {
  for (const char *c = o->value; *c; c++) putchar(*c == '|' ? ' ' : *c);
}

/* A text inside of single quotes. */
static void print_quoted(const char *text) {
  for (; *text; text++)
    if (*text == '\'')
      printf("'\\''");
    else
      putchar(*text);
}

/* --- bash ---------------------------------------------------------------- */

static void bash_options(const cs_verb *v) {
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->name && cs_option_is_shown(o, v)) printf("--%s ", o->name);
}

/* The words that may follow the first one of a verb. */
static void bash_verb(const cs_verb *v) {
  printf("    %.*s", (int)cs_help_word(v), v->name);
  if (v->alias) printf("|%s", v->alias);
  printf(") operands='%s", v->words ? v->words : "");
  const cs_verb *u = v;
  do {
    if (u->name[cs_help_word(u)]) printf("%s ", u->name + cs_help_word(u) + 1);
    u++;
  } while (u->name && cs_help_is_repeated(u));
  printf("'; words='");
  for (; v < u; v++) bash_options(v);
  puts("' ;;");
}

/* What follows an option that takes a value. */
static void bash_values(void) {
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++) {
    if (!o->help || !o->value || !o->name) continue;
    printf("    --%s) ", o->name);
    if (is_words(o)) {
      printf("COMPREPLY=($(compgen -W '");
      print_choices(o);
      puts("' -- \"$cur\")); return ;;");
    } else if (is_file(o) || is_dir(o)) {
      printf("COMPREPLY=($(compgen -%c -- \"$cur\")); return ;;\n",
             is_dir(o) ? 'd' : 'f');
    } else {
      puts("return ;;");
    }
  }
}

static void print_bash(void) {
  puts(
      "# bash completion for caisson; load it with\n"
      "#   source <(caisson completion bash)\n"
      "_caisson() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} words= operands=\n"
      "  local prev=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then");
  printf("    words='");
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (!cs_help_is_repeated(v)) printf("%.*s ", (int)cs_help_word(v), v->name);
  puts(
      "'\n    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n    return\n"
      "  fi\n  case $prev in");
  bash_values();
  puts("  esac\n  case ${COMP_WORDS[1]} in");
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (!cs_help_is_repeated(v)) bash_verb(v);
  puts(
      "  esac\n"
      "  case $cur in\n"
      "    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")) ;;\n"
      "    *)\n"
      "      if [ \"$COMP_CWORD\" -eq 2 ] && [ -n \"$operands\" ]\n"
      "      then COMPREPLY=($(compgen -W \"$operands\" -- \"$cur\"))\n"
      "      else COMPREPLY=($(compgen -f -- \"$cur\"))\n"
      "      fi ;;\n"
      "  esac\n"
      "}\n"
      "complete -o filenames -F _caisson caisson");
}

/* --- zsh ----------------------------------------------------------------- */

/* '--name[help]:value:action'; colons and brackets in texts are escaped. */
static void zsh_text(const char *text) {
  for (; *text; text++) {
    if (*text == '\'')
      printf("'\\''");
    else if (strchr("[]:\\", *text))
      printf("\\%c", *text);
    else
      putchar(*text);
  }
}

static void zsh_option(const cs_option *o, const char *dash, const char *name) {
  printf("        '%s%s%s%s[", o->kind == CS_OPTION_WORDS ? "*" : "", dash,
         name,
         !o->value ? ""
         : dash[1] ? "="
                   : "+");
  zsh_text(o->help);
  printf("]");
  if (o->value) {
    printf(":");
    zsh_text(is_words(o) ? o->name : o->value);
    printf(":");
    if (is_words(o)) {
      printf("(");
      print_choices(o);
      printf(")");
    } else if (is_file(o) || is_dir(o)) {
      printf(is_dir(o) ? "_files -/" : "_files");
    }
  }
  puts("' \\");
}

static void zsh_verb(const cs_verb *v) {
  printf("    '%s'%s%s)\n      _arguments -S \\\n", v->name,
         v->alias ? "|" : "", v->alias ? v->alias : "");
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++) {
    if (!cs_option_is_shown(o, v)) continue;
    const char letter[2] = {o->letter, 0};
    if (o->name) zsh_option(o, "--", o->name);
    if (o->letter) zsh_option(o, "-", letter);
  }
  if (v->words)
    printf("        '*:operand:(%s)' ;;\n", v->words);
  else
    puts("        '*:file:_files' ;;");
}

/* The second words of the verbs that begin alike. */
static void zsh_second(const cs_verb *v) {
  if (cs_help_is_repeated(v) || !v->name[cs_help_word(v)]) return;
  printf("    %.*s) seconds=(", (int)cs_help_word(v), v->name);
  do {
    printf(" %s", v->name + cs_help_word(v) + 1);
    v++;
  } while (v->name && cs_help_is_repeated(v));
  puts(" ) ;;");
}

static void print_zsh(void) {
  puts(
      "#compdef caisson\n"
      "# zsh completion for caisson: a file _caisson in a directory of fpath\n"
      "_caisson() {\n"
      "  local -a verbs seconds\n"
      "  local verb=$words[2]\n"
      "  verbs=(");
  for (const cs_verb *v = cs_verbs; v->name; v++) {
    if (cs_help_is_repeated(v)) continue;
    printf("    '%.*s:", (int)cs_help_word(v), v->name);
    print_quoted(v->purpose);
    puts("'");
  }
  puts(
      "  )\n"
      "  if (( CURRENT == 2 )); then _describe verb verbs; return; fi\n"
      "  case $verb in");
  for (const cs_verb *v = cs_verbs; v->name; v++) zsh_second(v);
  puts(
      "  esac\n"
      "  if (( $#seconds )); then\n"
      "    if (( CURRENT == 3 )); then _describe verb seconds; return; fi\n"
      "    verb=\"$verb $words[3]\"\n"
      "    shift words; (( CURRENT-- ))\n"
      "  fi\n"
      "  shift words; (( CURRENT-- ))\n"
      "  case $verb in");
  for (const cs_verb *v = cs_verbs; v->name; v++) zsh_verb(v);
  puts(
      "  esac\n}\n[ \"$funcstack[1]\" = _caisson ] && _caisson \"$@\" || "
      "compdef _caisson caisson");
}

/* --- fish ---------------------------------------------------------------- */

/* "; and" conditions: which verb is on the line. */
static void fish_when(const cs_verb *v) {
  int n = (int)cs_help_word(v);
  printf("complete -c caisson -n '__fish_seen_subcommand_from %.*s%s%s", n,
         v->name, v->alias ? " " : "", v->alias ? v->alias : "");
  if (v->name[n])
    printf("; and __fish_seen_subcommand_from %s", v->name + n + 1);
  printf("'");
}

static void fish_option(const cs_verb *v, const cs_option *o) {
  fish_when(v);
  if (o->name) printf(" -l %s", o->name);
  if (o->letter) printf(" -s %c", o->letter);
  if (o->value) printf(is_file(o) || is_dir(o) ? " -r -F" : " -x");
  if (is_words(o)) {
    printf(" -a '");
    print_choices(o);
    printf("'");
  }
  printf(" -d '");
  print_quoted(o->help);
  puts("'");
}

static void print_fish(void) {
  puts(
      "# fish completion for caisson: ~/.config/fish/completions/"
      "caisson.fish\n"
      "complete -c caisson -n __fish_use_subcommand -f");
  for (const cs_verb *v = cs_verbs; v->name; v++) {
    int n = (int)cs_help_word(v);
    if (!cs_help_is_repeated(v)) {
      printf("complete -c caisson -n __fish_use_subcommand -f -a %.*s -d '", n,
             v->name);
      print_quoted(v->purpose);
      puts("'");
    }
    if (v->name[n])
      printf(
          "complete -c caisson -n '__fish_seen_subcommand_from %.*s' -f "
          "-a %s\n",
          n, v->name, v->name + n + 1);
    if (v->words) {
      fish_when(v);
      printf(" -f -a '%s'\n", v->words);
    }
    for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
      if (cs_option_is_shown(o, v)) fish_option(v, o);
  }
}

int cs_cli_completion(const cs_settings *s) {
  static const struct {
    const char *shell;
    void (*print)(void);
  } known[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
  for (size_t i = 0; s->argc == 1 && i < 3; i++)
    if (strcmp(s->argv[0], known[i].shell) == 0) {
      known[i].print();
      return 0;
    }
  return cs_cli_fail(
      s, "no completion script",
      s->argc ? "that shell is not known" : "the shell was not named",
      "write 'caisson completion bash', zsh or fish");
}
