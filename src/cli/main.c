/*
 * main.c - the caisson command: find the verb, read its options, hand over.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "cli/codeact.h"
#include "cli/color.h"
#include "cli/detach.h"
#include "cli/help.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/plain.h"
#include "cli/stream.h"
#include "depth/serve.h"
#include "egress/serve.h"
#include "image/unpack.h"
#include "worker/inside.h"

int cs_cli_fail(const cs_settings *s, const char *what, const char *why,
                const char *todo) {
  cs_color_name(s);
  cs_plain_put(stderr, what);
  if (why) fputs(": ", stderr);
  if (why) cs_plain_put(stderr, why);
  fputs("; ", stderr);
  cs_plain_put(stderr, todo);
  fputc('\n', stderr);
  cs_stream_status(s, "denied", what, CS_EXIT_OURS, NULL);
  if (!s->json) return CS_EXIT_OURS;
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.result/1");
  if (s->stream_json) cs_json_text(&j, "event", "result");
  cs_json_text(&j, "status", "denied");
  cs_json_int(&j, "exit_code", CS_EXIT_OURS);
  cs_json_key(&j, "error");
  cs_json_open(&j, '{');
  cs_json_text(&j, "type", "UsageError");
  cs_json_text(&j, "message", what);
  if (why) cs_json_text(&j, "reason", why);
  cs_json_text(&j, "hint", todo);
  cs_json_close(&j, '}');
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return CS_EXIT_OURS;
}

/* The first word of a verb that has two. */
static int half_verb(const char *name) {
  cs_settings s = {0};
  char what[120], todo[120];
  size_t n = strlen(name);
  int at = snprintf(todo, sizeof todo, "write one of:");
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (strncmp(v->name, name, n) == 0 && v->name[n] == ' ')
      at +=
          snprintf(todo + at, sizeof todo - (size_t)at, " %s", v->name + n + 1);
  snprintf(what, sizeof what, "'caisson %.80s' says too little", name);
  return cs_cli_fail(&s, what, "its second word is missing or unknown", todo);
}

static bool is_half_verb(const char *name) {
  size_t n = strlen(name);
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (strncmp(v->name, name, n) == 0 && v->name[n] == ' ') return true;
  return false;
}

static int unknown_verb(const char *name) {
  const char *names[130], *near;
  char what[120], todo[80];
  size_t n = 0;
  for (const cs_verb *v = cs_verbs; v->name && n < 128; v++) {
    names[n++] = v->name;
    if (v->alias) names[n++] = v->alias;
  }
  names[n] = NULL;
  cs_settings s = {0};
  int code = cs_verb_planned(&s, name);
  if (code) return code;
  near = cs_options_nearest(name, names);
  snprintf(what, sizeof what, "unknown command '%.80s'", name);
  if (name[0] == '-')
    snprintf(todo, sizeof todo, "options come after the command");
  else if (near)
    snprintf(todo, sizeof todo, "did you mean '%s'?", near);
  else
    snprintf(todo, sizeof todo, "see 'caisson help'");
  return cs_cli_fail(&s, what, NULL, todo);
}

/* Who asked for an answer and does not get it must know. */
static int lost_output(int code) {
  fprintf(stderr, "caisson: cannot write the output: %s; part of it is lost\n",
          strerror(errno));
  return code ? code : CS_EXIT_OURS;
}

static int too_many(const cs_settings *s, const cs_verb *verb) {
  char what[120], todo[120];
  snprintf(what, sizeof what, "'%.80s' is too much", s->argv[0]);
  snprintf(todo, sizeof todo, "see 'caisson help %s'", verb->name);
  return cs_cli_fail(s, what, "this verb takes options only", todo);
}

/* A verb whose output is a text for another program, as one object: what it
 * prints is caught on its way. */
static int print_text(const cs_verb *verb, const cs_settings *s) {
  char *text = NULL;
  size_t n = 0;
  FILE *outside = stdout, *inside = open_memstream(&text, &n);
  if (!inside)
    return cs_cli_fail(s, "nothing to print to", "no memory", "close programs");
  stdout = inside;
  int code = verb->main(s);
  stdout = outside;
  bool whole = fclose(inside) == 0;
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.text/1");
  cs_json_text(&j, "verb", verb->name);
  if (whole) cs_json_bytes(&j, "text", text, n);
  cs_json_close(&j, '}');
  if (code == 0)
    cs_json_print(&j);
  else
    fputs(text ? text : "", stdout); /* an object of its own */
  cs_buf_fini(&j.out);
  free(text);
  return code;
}

/* Parsing moves words around: the verb and what follows, as they were. */
static const char **copy_words(int argc, char **argv) {
  const char **words = calloc((size_t)argc, sizeof *words);
  for (int i = 1; words && i < argc; i++) words[i - 1] = argv[i];
  return words;
}

/* Whoever starts us without standard descriptors would see the next file that
 * we open take their place, and a program print into it: the audit log.  What
 * stands there instead can be neither read nor written. */
static bool hold_standard(void) {
  int fd;
  do fd = open("/dev/null", O_PATH);
  while (fd >= 0 && fd <= STDERR_FILENO);
  return fd >= 0 && close(fd) == 0;
}

/* What a command needs of the C stack; its own buffers are of some 100 KiB. */
#define STACK_LEAST (512u << 10)

/* A shell with a tiny `ulimit -s` would end us in the middle. */
static bool has_stack(void) {
  struct rlimit r;
  if (getrlimit(RLIMIT_STACK, &r) != 0 || r.rlim_cur >= STACK_LEAST)
    return true;
  static const char text[] =
      "caisson: the limit of the stack is below 512 KiB; raise it, for example "
      "with 'ulimit -s 8192'\n";
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  return false;
}

int main(int argc, char **argv) {
  if (!has_stack()) return CS_EXIT_OURS;
  if (cs_worker_called(argc, argv)) return cs_serve_main(argc, argv);
  if (cs_unpack_called(argc, argv)) return cs_unpack_main(argc, argv);
  if (cs_egress_called(argc, argv)) return cs_egress_main(argv);
  if (!hold_standard()) return CS_EXIT_OURS;
  /* A limit of file sizes around us is an error of a write, not our end. */
  (void)signal(SIGXFSZ, SIG_IGN);
  if (cs_codeact_called(argc, argv)) return cs_codeact_main(argc, argv);
  cs_settings s;
  cs_options_default(&s);
  const char *name = argc > 1 ? argv[1] : "help";
  if (strcmp(name, "-V") == 0 || strcmp(name, "--version") == 0)
    name = "version";
  if (strcmp(name, "-h") == 0 || strcmp(name, "--help") == 0) name = "help";
  const cs_verb *verb = cs_verb_find(name, NULL);
  if (!verb && argc > 2) {
    verb = cs_verb_find(name, argv[2]);
    if (verb) argc--, argv++;
  }
  if (!verb) return is_half_verb(name) ? half_verb(name) : unknown_verb(name);
  s.verb = verb;
  s.argv = argv + argc;
  CS_AUTO_FREE
  const char **words = copy_words(argc, argv);
  s.words = words;
  s.nwords = words ? argc - 1 : 0;
  int early = cs_options_environment(verb, &s);
  if (early) return early;
  if (argc > 1) {
    int code = cs_options_parse(verb, argc - 1, argv + 1, &s);
    if (code) return code;
  }
  if (s.help) {
    cs_help_verb(&s, verb);
    return 0;
  }
  if (s.argc > 0 && !verb->operands[0]) return too_many(&s, verb);
  bool as_object = s.json && verb->prints_text;
  int code;
  if (cs_detach(&s, &code)) return code;
  code = as_object ? print_text(verb, &s) : verb->main(&s);
  if (fflush(stdout) != 0 || ferror(stdout)) code = lost_output(code);
  if (argc == 1) return CS_EXIT_OURS; /* nothing was asked for */
  return code;
}
