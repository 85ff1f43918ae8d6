/*
 * options.c - reading a command line by the table of options.
 *
 * Values take `=` or a space, short flags combine (-qi), `--` ends the
 * options.  An option that does not exist is an error that names the nearest
 * one: silently ignoring a mistyped limit would run code without it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/units.h"

#include "depth/pyenv.h"

void cs_options_default(cs_settings *s) {
  *s = (cs_settings){.repeat = 1,
                     .count = 1,
                     .timeout = 600,
                     .stop_timeout = 10,
                     .seed = CS_NO_SEED,
                     .status_fd = UINT64_MAX};
  cs_limits_default(&s->limits);
}

static bool is_for(const cs_option *o, const cs_verb *v) {
  return o->verbs >> v->id & 1;
}

bool cs_option_is_shown(const cs_option *o, const cs_verb *v) {
  return o->help && is_for(o, v);
}

/* --- nearest match ------------------------------------------------------- */

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
    if (d > 1 && len >= 3 && strncmp(*names, text, len) == 0) d = 1;
    if (d >= best) continue;
    best = d;
    found = *names;
  }
  return found;
}

/* --- errors -------------------------------------------------------------- */

static int unknown(const cs_settings *s, const char *arg) {
  const char *names[96], *near;
  char what[160], why[160], todo[160];
  size_t n = 0;
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (n < 63 && o->name && cs_option_is_shown(o, s->verb))
      names[n++] = o->name;
  names[n] = NULL;
  size_t skip = strspn(arg, "-"), len = strcspn(arg + skip, "=");
  char word[64];
  snprintf(word, sizeof word, "%.*s", (int)(len < 63 ? len : 63), arg + skip);
  near = cs_options_nearest(word, names);
  snprintf(what, sizeof what, "unknown option '%.100s'", arg);
  snprintf(why, sizeof why, "'caisson %s' has no such option", s->verb->name);
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
  return cs_cli_fail(s, what, "the command line ends after it", todo);
}

static int bad_value(const cs_settings *s, const cs_option *o,
                     const char *value) {
  static const struct {
    const char *kind, *hint;
  } texts[] = {[CS_OPTION_FLAG] = {"value", "write the option without a value"},
               [CS_OPTION_TEXT] = {"value", "see 'caisson help'"},
               [CS_OPTION_CHOICE] = {"value", ""}, /* composed below */
               [CS_OPTION_SIZE] = {"size", "expected e.g. 64k, 512m, 2g"},
               [CS_OPTION_COUNT] = {"number", "expected e.g. 1000, 50k, 2m"},
               [CS_OPTION_TIME] = {"duration", "expected e.g. 500ms, 30s, 5m"},
               [CS_OPTION_WORDS] = {"value", "give it less often"}};
  char what[160], name[40], hint[160];
  spell(o, name);
  snprintf(what, sizeof what, "invalid %s '%.80s' for %s", texts[o->kind].kind,
           value, name);
  snprintf(hint, sizeof hint, "%s", texts[o->kind].hint);
  if (o->kind == CS_OPTION_CHOICE)
    snprintf(hint, sizeof hint, "expected one of %s", o->value);
  return cs_cli_fail(s, what, NULL, hint);
}

/* --- parsing ------------------------------------------------------------- */

static bool add_word(cs_words *w, const char *value) {
  if (w->n == CS_WORDS_MAX) return false;
  w->at[w->n++] = value;
  return true;
}

/* One of the words with | between them. */
static bool is_choice(const char *words, const char *value) {
  size_t n = strlen(value);
  for (const char *w = words; n && w; w = strchr(w, '|')) {
    if (*w == '|') w++;
    if (strncmp(w, value, n) == 0 && (w[n] == '|' || !w[n])) return true;
  }
  return false;
}

static bool store(cs_settings *s, const cs_option *o, const char *value) {
  void *at = (char *)s + o->field;
  switch (o->kind) {
    case CS_OPTION_FLAG: *(bool *)at = true; return value == NULL;
    case CS_OPTION_TEXT: *(const char **)at = value; return true;
    case CS_OPTION_CHOICE:
      *(const char **)at = value;
      return is_choice(o->value, value);
    case CS_OPTION_SIZE: return cs_units_size(value, at);
    case CS_OPTION_COUNT:
      s->count_given |= o->field == offsetof(cs_settings, count);
      return cs_units_count(value, at);
    case CS_OPTION_TIME:
      s->timeout_given |= o->field == offsetof(cs_settings, timeout);
      return cs_units_time(value, at);
    case CS_OPTION_WORDS: return add_word(at, value);
  }
  return false;
}

static const cs_option *find_long(const cs_settings *s, const char *name,
                                  size_t len) {
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->name && is_for(o, s->verb) && strlen(o->name) == len &&
        memcmp(o->name, name, len) == 0)
      return o;
  return NULL;
}

static const cs_option *find_short(const cs_settings *s, char letter) {
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++)
    if (o->letter == letter && is_for(o, s->verb)) return o;
  return NULL;
}

static void mark(cs_settings *s, const cs_option *o) {
  size_t row = (size_t)(o - cs_option_table);
  if (row < 64 * (sizeof s->given / sizeof *s->given))
    s->given[row / 64] |= UINT64_C(1) << row % 64;
}

/* Store the value of `o`, taken from `attached` or the next argument. */
static int take(cs_settings *s, const cs_option *o, const char *attached,
                int argc, char **argv, int *i) {
  const char *value = attached;
  if (o->kind != CS_OPTION_FLAG && !value) {
    if (*i + 1 >= argc) return no_value(s, o);
    value = argv[++*i];
  }
  mark(s, o);
  return store(s, o, value) ? 0 : bad_value(s, o, value);
}

bool cs_options_given(const cs_settings *s, size_t field) {
  for (size_t i = 0; cs_option_table[i].letter || cs_option_table[i].name; i++)
    if (cs_option_table[i].field == field && s->given[i / 64] >> i % 64 & 1)
      return true;
  return false;
}

int cs_options_in_box(const cs_settings *s, const char *name) {
  char what[160], option[40];
  for (size_t i = 0; cs_option_table[i].letter || cs_option_table[i].name;
       i++) {
    const cs_option *o = &cs_option_table[i];
    if (o->verbs & CS_IN_BOX || !(s->given[i / 64] >> i % 64 & 1)) continue;
    spell(o, option);
    snprintf(what, sizeof what, "'%s' has no effect in the sandbox '%.64s'",
             option, name);
    return cs_cli_fail(s, what,
                       "what it is given and its limits are set by "
                       "'caisson create'",
                       "leave the option out");
  }
  return 0;
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
      mark(s, o);
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
    if (strcmp(a, "--json") == 0 || strcmp(a, "--stream-json") == 0)
      return true;
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

/* --- environment --------------------------------------------------------- */

bool cs_option_variable(const cs_option *o, char *out, size_t room) {
  bool has = o->group == CS_GROUP_LIMIT || o->group == CS_GROUP_PLACE ||
             o->group == CS_GROUP_RECORD || o->group == CS_GROUP_OUTPUT;
  if (!has || !o->name || !o->help || o->kind == CS_OPTION_WORDS ||
      o->kind == CS_OPTION_FLAG || strlen(o->name) + 10 > room)
    return false;
  char *p = out + sprintf(out, "CAISSON_");
  for (const char *n = o->name; *n; n++)
    *p++ = *n == '-' ? '_' : (char)(*n - (*n >= 'a' ? 'a' - 'A' : 0));
  *p = 0;
  return true;
}

static int bad_variable(const cs_settings *s, const char *name,
                        const char *value, const cs_option *o) {
  char what[160], todo[120];
  snprintf(what, sizeof what, "invalid value '%.60s' in %s", value, name);
  snprintf(todo, sizeof todo, "unset it, or give it what '--%s' takes",
           o->name);
  return cs_cli_fail(s, what, "it cannot be read", todo);
}

int cs_options_environment(const cs_verb *verb, cs_settings *s) {
  char name[64];
  s->verb = verb;
  for (const cs_option *o = cs_option_table; o->letter || o->name; o++) {
    if (!is_for(o, verb) || !cs_option_variable(o, name, sizeof name)) continue;
    const char *value = getenv(name);
    if (value && *value && !store(s, o, value))
      return bad_variable(s, name, value, o);
  }
  s->timeout_given = s->count_given = false; /* not on the command line */
  return 0;
}

/* A named environment, a path from here on, or a name in PATH; a jail starts
 * what has a full path.  A link stays one: virtual environments are known by
 * it.  Whoever names none gets the environment that is active here. */
static void find_python(cs_settings *s) {
  char here[PATH_MAX];
  const char *path = getenv("PATH");
  if (!s->python && cs_pyenv_of_caller(s->python_at)) s->python = s->python_at;
  if (!s->python || s->python[0] == '/') return;
  bool near = strchr(s->python, '/');
  if (!near && cs_pyenv_find(s->python, s->python_at)) {
    s->python = s->python_at;
    return;
  }
  if (near) path = getcwd(here, sizeof here);
  while (path && *path) {
    size_t n = near ? strlen(path) : strcspn(path, ":");
    int k = snprintf(s->python_at, sizeof s->python_at, "%.*s/%s", (int)n, path,
                     s->python);
    bool fits = k > 0 && (size_t)k < sizeof s->python_at && path[0] == '/';
    if (fits && access(s->python_at, X_OK) == 0) {
      s->python = s->python_at;
      return;
    }
    path += n + (path[n] == ':');
  }
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
  if (s->stream_json) s->json = true; /* its last line is the result */
  find_python(s);
  return 0;
}
