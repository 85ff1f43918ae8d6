/*
 * main.c - the caisson command: find the verb, read its options, hand over.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/options.h"
#include "session/serve.h"
#include "worker/inside.h"

const cs_verb cs_verbs[] = {
    {"run", NULL, CS_VERB_RUN, true, "FILE | - | -c CODE [ARG...]",
     "run a Python program in the sandboxed engine",
     {"caisson run script.py", "caisson run --timeout 5s -c 'print(1 + 2)'"},
     cs_cli_run},
    {"check", NULL, CS_VERB_CHECK, false, "FILE | -",
     "look for syntax errors, run nothing",
     {"caisson check script.py", "caisson check --json - <script.py"},
     cs_cli_check},
    {"repl", "shell", CS_VERB_REPL, false, "",
     "type Python at a prompt; the session keeps its state",
     {"caisson repl", "echo 'sum(range(10))' | caisson repl"},
     cs_cli_repl},
    {"resume", NULL, CS_VERB_RESUME, false, "FILE",
     "go on with a run that kept a journal and was killed",
     {"caisson resume run.journal",
      "caisson resume --retry-in-doubt run.journal"},
     cs_cli_resume},
    {"replay", NULL, CS_VERB_REPLAY, false, "FILE",
     "show a finished run again, from its journal alone",
     {"caisson replay run.journal", "caisson replay --json run.journal"},
     cs_cli_replay},
    {"exec", NULL, CS_VERB_EXEC, true, "PROGRAM [ARG...]",
     "run any program of this machine in a jail",
     {"caisson exec -- python3 -c 'print(1)'",
      "caisson exec --workspace . --shell 'ls | wc -l'"},
     cs_cli_exec},
    {"doctor", NULL, CS_VERB_DOCTOR, false, "",
     "tell what this machine can enforce",
     {"caisson doctor", "caisson doctor --json"},
     cs_cli_doctor},
    {"version", NULL, CS_VERB_VERSION, false, "",
     "print the version",
     {"caisson version", "caisson version --json"},
     cs_cli_version},
    {"completion", NULL, CS_VERB_COMPLETION, false, "bash",
     "print a completion script for a shell",
     {"caisson completion bash", "source <(caisson completion bash)"},
     cs_cli_completion},
    {"help", NULL, CS_VERB_HELP, false, "[VERB]",
     "print help",
     {"caisson help", "caisson help run"},
     cs_cli_help},
    {0}};

const cs_verb *cs_verb_find(const char *name) {
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (strcmp(v->name, name) == 0 ||
        (v->alias && strcmp(v->alias, name) == 0))
      return v;
  return NULL;
}

int cs_cli_fail(const cs_settings *s, const char *what, const char *why,
                const char *todo) {
  fprintf(stderr, "caisson: %s: %s; %s\n", what, why, todo);
  if (!s->json) return CS_EXIT_OURS;
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.result/1");
  cs_json_text(&j, "status", "denied");
  cs_json_int(&j, "exit_code", CS_EXIT_OURS);
  cs_json_key(&j, "error");
  cs_json_open(&j, '{');
  cs_json_text(&j, "type", "UsageError");
  cs_json_text(&j, "message", what);
  cs_json_text(&j, "reason", why);
  cs_json_text(&j, "hint", todo);
  cs_json_close(&j, '}');
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return CS_EXIT_OURS;
}

static int unknown_verb(const char *name) {
  const char *names[16], *near;
  char what[120], todo[80];
  size_t n = 0;
  for (const cs_verb *v = cs_verbs; v->name; v++) {
    names[n++] = v->name;
    if (v->alias) names[n++] = v->alias;
  }
  names[n] = NULL;
  cs_settings s = {0};
  near = cs_options_nearest(name, names);
  snprintf(what, sizeof what, "unknown verb '%.80s'", name);
  if (near)
    snprintf(todo, sizeof todo, "did you mean '%s'?", near);
  else
    snprintf(todo, sizeof todo, "see 'caisson help'");
  return cs_cli_fail(&s, what, "caisson does not know it", todo);
}

/* Parsing moves words around: the verb and what follows, as they were. */
static const char **copy_words(int argc, char **argv) {
  const char **words = calloc((size_t)argc, sizeof *words);
  for (int i = 1; words && i < argc; i++) words[i - 1] = argv[i];
  return words;
}

int main(int argc, char **argv) {
  if (cs_worker_called(argc, argv)) return cs_serve_main(argc, argv);
  cs_settings s;
  cs_options_default(&s);
  const char *name = argc > 1 ? argv[1] : "help";
  if (strcmp(name, "-V") == 0 || strcmp(name, "--version") == 0)
    name = "version";
  if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0) name = "help";
  const cs_verb *verb = cs_verb_find(name);
  if (!verb) return unknown_verb(name);
  s.verb = verb;
  s.argv = argv + argc;
  CS_AUTO_FREE const char **words = copy_words(argc, argv);
  s.words = words;
  s.nwords = words ? argc - 1 : 0;
  if (argc > 1) {
    int code = cs_options_parse(verb, argc - 1, argv + 1, &s);
    if (code) return code;
  }
  if (s.help) {
    char *one[] = {argv[1]};
    s.argc = 1;
    s.argv = one;
    return cs_cli_help(&s);
  }
  int code = verb->main(&s);
  if (argc == 1) return CS_EXIT_OURS; /* nothing was asked for */
  return code;
}
