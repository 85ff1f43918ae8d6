/*
 * codeact.c - the bridge of Local CodeAct: requests, and judging code.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/codeact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "text/wire_json.h"

#include "caisson/check.h"
#include "caisson/session.h"

#define NAME "codeact-runner"

enum { MESSAGE = 2 }; /* exit code: something else than findings is told */

bool cs_codeact_find(const cs_wire *message, const char *key, cs_wire_in *out) {
  cs_wire_in in = cs_wire_read(message->data, message->len);
  uint32_t n;
  const char *name;
  size_t len;
  if (!cs_wire_get_dict(&in, &n)) return false;
  for (; n > 0; n--) {
    if (!cs_wire_get_str(&in, &name, &len)) return false;
    if (len == strlen(key) && memcmp(name, key, len) == 0) {
      *out = in;
      return true;
    }
    if (cs_wire_skip(&in) != CS_OK) return false;
  }
  return false;
}

/* --- lists of names ----------------------------------------------------------
 */

static void free_names(cs_names *l) {
  for (size_t i = 0; i < l->n; i++) free(l->at[i]);
  free(l->at);
  *l = (cs_names){0};
}

/* True: there is such a list, and `*out` has it. */
static bool take_names(const cs_wire *message, const char *key, cs_names *out) {
  cs_wire_in in;
  uint32_t n;
  if (!cs_codeact_find(message, key, &in) || !cs_wire_get_seq(&in, &n))
    return false;
  cs_names made = {.at = calloc((size_t)n + 1, sizeof *made.at)};
  const char *s;
  size_t len;
  while (made.at && made.n < n && cs_wire_get_str(&in, &s, &len) &&
         (made.at[made.n] = strndup(s, len)))
    made.n++;
  if (!made.at || made.n < n) {
    free_names(&made);
    return false;
  }
  *out = made;
  return true;
}

/* --- judging ------------------------------------------------------------- */

static int say_message(const char *text) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "message", text);
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return MESSAGE;
}

static int say_findings(const cs_check_report *r) {
  cs_check_verdict verdict = cs_check_result(r);
  if (verdict == CS_CHECK_PASSED) return 0;
  if (verdict == CS_CHECK_INVALID) {
    char text[300];
    const cs_check_finding *f = cs_check_at(r, 0);
    snprintf(text, sizeof text,
             "Syntax error in generated code: %.200s (line %u)", f->message,
             f->line);
    return say_message(text);
  }
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_key(&j, "errors");
  cs_json_open(&j, '[');
  for (size_t i = 0; i < cs_check_count(r); i++)
    cs_json_text(&j, NULL, cs_check_at(r, i)->message);
  cs_json_close(&j, ']');
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 1;
}

static int judge(const cs_codeact *c, const cs_wire *message) {
  static const char *const keys[] = {"allowed_imports", "blocked_imports",
                                     "allowed_builtins", "blocked_builtins",
                                     "allowed_os_attrs"};
  cs_names lists[5] = {{0}};
  const char *const *given[5] = {NULL};
  for (size_t i = 0; i < 5; i++)
    if (take_names(message, keys[i], &lists[i]))
      given[i] = (const char *const *)lists[i].at;
  cs_check_options o;
  cs_check_options_init(&o);
  o.profile = "codeact-compat";
  o.allow_imports = given[0];
  o.block_imports = given[1];
  o.allow_builtins = given[2];
  o.block_builtins = given[3];
  o.allow_os = given[4];
  cs_error err = {0};
  cs_check_report *r = NULL;
  cs_status st = cs_check(&o, c->code, c->len, &r, &err);
  int code = st == CS_OK ? say_findings(r) : say_message(err.text);
  cs_check_free(r);
  for (size_t i = 0; i < 5; i++) free_names(&lists[i]);
  return code;
}

/* --- the request --------------------------------------------------------- */

static size_t take_size(const cs_wire *message, const char *key, size_t usual) {
  cs_wire_in in;
  int64_t n;
  if (!cs_codeact_find(message, key, &in) || !cs_wire_get_int(&in, &n) || n < 0)
    return usual;
  return (size_t)n;
}

static bool take_request(cs_codeact *c, const cs_wire *message) {
  cs_wire_in in;
  const char *code;
  size_t len;
  if (!cs_codeact_find(message, "code", &in) ||
      !cs_wire_get_str(&in, &code, &len))
    return false;
  c->code = strndup(code, len);
  c->len = c->code ? strlen(c->code) : 0;
  c->runs = cs_codeact_find(message, "tool_names", &in);
  c->stdout_max = take_size(message, "max_stdout_bytes", 64 << 10);
  c->stderr_max = take_size(message, "max_stderr_bytes", 64 << 10);
  return c->code && (!c->runs || take_names(message, "tool_names", &c->tools));
}

static int serve(cs_codeact *c, cs_lines *in) {
  cs_wire message;
  size_t n;
  const char *line = cs_lines_next(in, NULL, &n);
  cs_wire_init(&message, CS_WIRE_MAX);
  int code = MESSAGE;
  if (!line || cs_wire_json_parse(line, n, &message) != CS_OK ||
      !take_request(c, &message))
    code = say_message("the request is no JSON object with the text 'code'");
  else
    code = c->runs ? cs_codeact_run(c, in) : judge(c, &message);
  cs_wire_fini(&message);
  return code;
}

/* --- the command line ---------------------------------------------------- */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool cs_codeact_called(int argc, char **argv) {
  return argc > 0 && (strcmp(base_name(argv[0]), NAME) == 0 ||
                      (argc > 1 && strcmp(argv[1], NAME) == 0));
}

/* What a Python interpreter would be given (-I, a script, -m) is of no
 * interest. */
int cs_codeact_main(int argc, char **argv) {
  cs_codeact c = {0};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) {
      printf("caisson %s %s\n", NAME, cs_commit);
      return 0;
    }
    if (strcmp(argv[i], "--python") == 0 && i + 1 < argc) c.python = argv[++i];
  }
  cs_lines in;
  cs_lines_init(&in, 0);
  int code = serve(&c, &in);
  cs_lines_fini(&in);
  free_names(&c.tools);
  free(c.code);
  return code;
}
