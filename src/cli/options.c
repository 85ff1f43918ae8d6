/*
 * options.c - the option table and its parser.
 *
 * Values take `=` or a space, short flags combine (-qi), `--` ends the
 * options.  An option that does not exist is an error that names the nearest
 * one: silently ignoring a mistyped limit would run code without it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

#include "cli/units.h"

#define FIELD(x) offsetof(cs_settings, x)
#define SNAPSHOT (CS_VERB_DUMP | CS_VERB_LOAD | CS_VERB_FORK)
#define CODE     (CS_VERB_RUN | CS_VERB_REPL | SNAPSHOT)
#define ANY      (CODE | CS_VERB_EXEC)
#define PLAYED   (CS_VERB_RESUME | CS_VERB_REPLAY)
#define ALL      (~0u)

const cs_option cs_option_table[] = {
    {'c', NULL, CS_OPTION_TEXT, "CODE", "the program, as text",
     CS_VERB_RUN | SNAPSHOT, FIELD(code)},
    {'o', "output", CS_OPTION_TEXT, "FILE",
     "where the state of the session is written", SNAPSHOT, FIELD(output)},
    {0, "at", CS_OPTION_TEXT, "NAME",
     "stop when the program calls this function", CS_VERB_DUMP | CS_VERB_LOAD,
     FIELD(at)},
    {0, "reply", CS_OPTION_WORDS, "JSON",
     "answer to the call it waits with (again: for each twin)",
     CS_VERB_LOAD | CS_VERB_FORK, FIELD(replies)},
    {'n', "count", CS_OPTION_COUNT, "N", "how many twins (1)", CS_VERB_FORK,
     FIELD(count)},
    {'m', "memory", CS_OPTION_SIZE, "SIZE",
     "memory the program may use (256m)", ANY | CS_VERB_INSPECT,
     FIELD(limits.memory)},
    {0, "timeout", CS_OPTION_TIME, "TIME",
     "wall-clock deadline: 500ms, 30s, 5m (10m)", ANY | PLAYED,
     FIELD(timeout)},
    {0, "fuel", CS_OPTION_COUNT, "N", "instructions it may execute (10g)",
     CODE, FIELD(limits.fuel)},
    {0, "max-output", CS_OPTION_SIZE, "SIZE", "output it may produce (64m)",
     ANY, FIELD(limits.output)},
    {'v', "mount", CS_OPTION_WORDS, "SRC:DST[:MODE]",
     "show a directory: ro (default), overlay, rw", ANY,
     FIELD(mounts)},
    {0, "tmpfs", CS_OPTION_WORDS, "DST[,limit=SIZE]",
     "an empty directory in memory", ANY, FIELD(tmpfs)},
    {0, "workspace", CS_OPTION_TEXT, "DIR[:MODE]",
     "DIR at /workspace, as overlay", ANY,
     FIELD(workspace)},
    {0, "path", CS_OPTION_WORDS, "DST",
     "import modules from this mounted directory", CODE, FIELD(path)},
    {'w', "workdir", CS_OPTION_TEXT, "DIR", "start in this directory (/)",
     ANY, FIELD(workdir)},
    {'e', NULL, CS_OPTION_WORDS, "NAME[=VAL]",
     "environment variable; without VAL its value here", ANY, FIELD(env)},
    {0, "env-file", CS_OPTION_WORDS, "FILE", "lines NAME=VAL", ANY,
     FIELD(env_files)},
    {0, "tool", CS_OPTION_WORDS, "NAME=COMMAND",
     "function answered by a program, JSON by line", CODE, FIELD(tools)},
    {0, "call", CS_OPTION_WORDS, "NAME=COMMAND",
     "function that runs a program for each call", CODE, FIELD(calls)},
    {0, "seed", CS_OPTION_COUNT, "N", "random numbers that this determines",
     CODE, FIELD(seed)},
    {0, "deterministic", CS_OPTION_FLAG, NULL,
     "seed 0 if none is given, and a clock of its own", CODE,
     FIELD(deterministic)},
    {0, "depth", CS_OPTION_TEXT, "DEPTH",
     "where it runs: auto (default), interp, check", CODE, FIELD(depth)},
    {0, "in-process", CS_OPTION_FLAG, NULL,
     "run in this process, not in a locked-down worker",
     CODE | PLAYED | CS_VERB_INSPECT,
     FIELD(in_process)},
    {0, "journal", CS_OPTION_TEXT, "FILE",
     "record the run, for resume and replay", CS_VERB_RUN, FIELD(journal)},
    {0, "retry-in-doubt", CS_OPTION_FLAG, NULL,
     "make a call again that may have been made", CS_VERB_RESUME,
     FIELD(retry_in_doubt)},
    {0, "new-output", CS_OPTION_FLAG, NULL,
     "do not show again what was shown before", CS_VERB_RESUME,
     FIELD(new_output)},
    {0, "stdin", CS_OPTION_TEXT, "FILE", "what the program reads as stdin",
     CS_VERB_RUN | CS_VERB_EXEC, FIELD(stdin_file)},
    {'i', "interactive", CS_OPTION_FLAG, NULL,
     "let the program read our stdin",
     CS_VERB_RUN | CS_VERB_EXEC | SNAPSHOT, FIELD(input)},
    {0, "json", CS_OPTION_FLAG, NULL, "print one JSON object instead of text",
     CS_VERB_RUN | CS_VERB_CHECK | CS_VERB_VERSION | CS_VERB_EXEC |
         CS_VERB_DOCTOR | SNAPSHOT | CS_VERB_INSPECT | PLAYED,
     FIELD(json)},
    {0, "stats", CS_OPTION_TEXT, "json",
     "times and instructions as the last line of stderr", CS_VERB_RUN,
     FIELD(stats)},
    {0, "repeat", CS_OPTION_COUNT, "N",
     "run N times in fresh sessions, for --stats", CS_VERB_RUN,
     FIELD(repeat)},
    {0, "raw-output", CS_OPTION_FLAG, NULL,
     "do not filter control sequences on a terminal", ANY | PLAYED,
     FIELD(raw_output)},
    {'q', "quiet", CS_OPTION_FLAG, NULL, "no messages of our own", 
     ANY | PLAYED | CS_VERB_CHECK, FIELD(quiet)},
    {0, "processes", CS_OPTION_COUNT, "N",
     "processes and threads it may have in a jail (64)",
     CS_VERB_EXEC | CS_VERB_RUN,
     FIELD(processes)},
    {0, "cpu-time", CS_OPTION_TIME, "TIME",
     "processor time of each process", CS_VERB_EXEC, FIELD(cpu)},
    {0, "loopback", CS_OPTION_FLAG, NULL,
     "in a jail: a network with 127.0.0.1, nothing else",
     CS_VERB_EXEC | CS_VERB_RUN,
     FIELD(loopback)},
    {0, "python", CS_OPTION_TEXT, "PATH",
     "interpreter of depth process (/usr/bin/python3)", CS_VERB_RUN,
     FIELD(python)},
    {0, "shell", CS_OPTION_TEXT, "SCRIPT", "run this with /bin/sh",
     CS_VERB_EXEC, FIELD(shell)},
    {0, "accept", CS_OPTION_WORDS, "NAME",
     "go on although the host lacks this: landlock",
     CS_VERB_EXEC | CS_VERB_RUN,
     FIELD(accept)},
    {0, "weaken", CS_OPTION_WORDS, "WALL", NULL, CS_VERB_EXEC,
     FIELD(weaken)},
    {0, "torture-gc", CS_OPTION_FLAG, NULL, NULL, CS_VERB_RUN,
     FIELD(torture_gc)},
    {0, "torture-retry", CS_OPTION_COUNT, "N", NULL, CS_VERB_RUN,
     FIELD(torture_retry)},
    {0, "torture-alloc", CS_OPTION_COUNT, "N", NULL, CS_VERB_RUN,
     FIELD(torture_alloc)},
    {0, "torture-snap", CS_OPTION_COUNT, "N", NULL, CS_VERB_RUN,
     FIELD(torture_snap)},
    {'h', "help", CS_OPTION_FLAG, NULL, "print this text", ALL, FIELD(help)},
    {0, NULL, CS_OPTION_FLAG, NULL, NULL, 0, 0}};

void cs_options_default(cs_settings *s) {
  *s = (cs_settings){.repeat = 1, .count = 1, .timeout = 600, .seed = CS_NO_SEED};
  cs_limits_default(&s->limits);
}

/* --- nearest match -------------------------------------------------------- */

#define NAME_MAX_LEN 24

/* Edit distance (insert, delete, replace); a large number for long texts. */
static size_t distance(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b), row[NAME_MAX_LEN + 1];
  if (n > NAME_MAX_LEN || m > NAME_MAX_LEN) return NAME_MAX_LEN;
  for (size_t j = 0; j <= m; j++) row[j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      if (row[j] + 1 < best) best = row[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[m];
}

const char *cs_options_nearest(const char *text, const char *const *names) {
  const char *found = NULL;
  size_t best = 3; /* more than two slips is a guess, not a typo */
  for (; *names; names++) {
    size_t d = distance(text, *names);
    size_t len = strlen(text);
    if (d >= best && len >= 3 && strncmp(*names, text, len) == 0) d = 2;
    if (d >= best) continue;
    best = d;
    found = *names;
  }
  return found;
}

/* --- errors ----------------------------------------------------------------- */

static int unknown(const cs_settings *s, const char *arg) {
  const char *names[64], *near;
  char what[160], why[160], todo[160];
  size_t n = 0;
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->name && o->help && o->verbs & s->verb->bit) names[n++] = o->name;
  names[n] = NULL;
  size_t skip = strspn(arg, "-"), len = strcspn(arg + skip, "=");
  char word[64];
  snprintf(word, sizeof word, "%.*s", (int)(len < 63 ? len : 63), arg + skip);
  near = cs_options_nearest(word, names);
  snprintf(what, sizeof what, "unknown option '%.100s'", arg);
  snprintf(why, sizeof why, "'caisson %s' has no such option",
           s->verb->name);
  if (near)
    snprintf(todo, sizeof todo, "did you mean '--%s'?", near);
  else
    snprintf(todo, sizeof todo, "see 'caisson help %s'", s->verb->name);
  return cs_cli_fail(s, what, why, todo);
}

static void spell(const cs_option *o, char out[40]) {
  if (o->name)
    snprintf(out, 40, "--%s", o->name);
  else
    snprintf(out, 40, "-%c", o->letter);
}

static int no_value(const cs_settings *s, const cs_option *o) {
  char what[80], name[40], todo[80];
  spell(o, name);
  snprintf(what, sizeof what, "option '%s' has no value", name);
  snprintf(todo, sizeof todo, "write '%s %s'", name, o->value);
  return cs_cli_fail(s, what, "the command line ends behind it", todo);
}

static int bad_value(const cs_settings *s, const cs_option *o,
                     const char *value) {
  static const char *const todo[] = {
      [CS_OPTION_FLAG] = "write the option alone",
      [CS_OPTION_TEXT] = "see 'caisson help'",
      [CS_OPTION_SIZE] = "write a size such as 64k, 512m or 2g",
      [CS_OPTION_COUNT] = "write a number such as 1000, 50k or 2m",
      [CS_OPTION_TIME] = "write a duration such as 500ms, 30s or 5m",
      [CS_OPTION_WORDS] = "give it less often"};
  char what[160], name[40];
  spell(o, name);
  snprintf(what, sizeof what, "bad value '%.80s' for '%s'", value, name);
  return cs_cli_fail(s, what,
                     o->kind == CS_OPTION_FLAG ? "it takes none"
                                               : "it cannot be read",
                     todo[o->kind]);
}

/* --- parsing ---------------------------------------------------------------- */

static bool add_word(cs_words *w, const char *value) {
  if (w->n == CS_WORDS_MAX) return false;
  w->at[w->n++] = value;
  return true;
}

static bool store(cs_settings *s, const cs_option *o, const char *value) {
  void *at = (char *)s + o->field;
  switch (o->kind) {
    case CS_OPTION_FLAG: *(bool *)at = true; return value == NULL;
    case CS_OPTION_TEXT: *(const char **)at = value; return true;
    case CS_OPTION_SIZE: return cs_units_size(value, at);
    case CS_OPTION_COUNT: return cs_units_count(value, at);
    case CS_OPTION_TIME:
      s->timeout_given |= o->field == FIELD(timeout);
      return cs_units_time(value, at);
    case CS_OPTION_WORDS: return add_word(at, value);
  }
  return false;
}

static const cs_option *find_long(const cs_settings *s, const char *name,
                                  size_t len) {
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->name && o->verbs & s->verb->bit && strlen(o->name) == len &&
        memcmp(o->name, name, len) == 0)
      return o;
  return NULL;
}

static const cs_option *find_short(const cs_settings *s, char letter) {
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->letter == letter && o->verbs & s->verb->bit) return o;
  return NULL;
}

/* Store the value of `o`, taken from `attached` or the next argument. */
static int take(cs_settings *s, const cs_option *o, const char *attached,
                int argc, char **argv, int *i) {
  const char *value = attached;
  if (o->kind != CS_OPTION_FLAG && !value) {
    if (*i + 1 >= argc) return no_value(s, o);
    value = argv[++*i];
  }
  return store(s, o, value) ? 0 : bad_value(s, o, value);
}

static int parse_long(cs_settings *s, int argc, char **argv, int *i) {
  const char *name = argv[*i] + 2, *eq = strchr(name, '=');
  size_t len = eq ? (size_t)(eq - name) : strlen(name);
  const cs_option *o = find_long(s, name, len);
  if (!o) return unknown(s, argv[*i]);
  return take(s, o, eq ? eq + 1 : NULL, argc, argv, i);
}

static int parse_short(cs_settings *s, int argc, char **argv, int *i) {
  const char *arg = argv[*i];
  for (const char *p = arg + 1; *p; p++) {
    const cs_option *o = find_short(s, *p);
    if (!o) return unknown(s, arg);
    if (o->kind == CS_OPTION_FLAG) {
      *(bool *)((char *)s + o->field) = true;
      continue;
    }
    const char *rest = p[1] == '=' ? p + 2 : p[1] ? p + 1 : NULL;
    return take(s, o, rest, argc, argv, i);
  }
  return 0;
}

/* --json decides how errors of the command line itself are told, so look for
 * it first.  Values of other options are stepped over. */
static bool wants_json(const cs_verb *verb, int argc, char **argv) {
  cs_settings s = {.verb = verb};
  if (!find_long(&s, "json", 4)) return false;
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i];
    if (strcmp(a, "--json") == 0) return true;
    if (strcmp(a, "--") == 0) return false;
    if (a[0] != '-' || !a[1]) {
      if (verb->guest_args) return false;
      continue;
    }
    const cs_option *o = a[1] == '-' ? find_long(&s, a + 2, strlen(a + 2))
                                     : find_short(&s, a[strlen(a) - 1]);
    if (o && o->kind != CS_OPTION_FLAG) i++;
  }
  return false;
}

int cs_options_parse(const cs_verb *verb, int argc, char **argv,
                     cs_settings *s) {
  s->verb = verb;
  s->json = wants_json(verb, argc, argv);
  s->argv = argv + argc;
  int kept = 1; /* operands move to the front of argv */
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i];
    bool end = strcmp(a, "--") == 0;
    bool operand = a[0] != '-' || !a[1];
    if (end || (operand && verb->guest_args)) {
      for (i += end; i < argc; i++) argv[kept++] = argv[i];
      break;
    }
    int code = 0;
    if (operand)
      argv[kept++] = argv[i];
    else if (a[1] == '-')
      code = parse_long(s, argc, argv, &i);
    else
      code = parse_short(s, argc, argv, &i);
    if (code) return code;
  }
  s->argv = argv + 1;
  s->argc = kept - 1;
  return 0;
}
