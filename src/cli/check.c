/*
 * check.c - caisson check: is this text a Python program?
 *
 * Parses and resolves names; nothing runs.  Exit code 0 yes, 1 no, 125 could
 * not tell.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/cleanup.h"
#include "cli/verbs.h"
#include "cli/json.h"
#include "cli/lines.h"
#include "cli/result.h"

static void put_finding(cs_json *j, cs_engine *e) {
  size_t n, len;
  uint32_t line, col;
  const char *text = cs_engine_error(e, &n);
  const char *type = cs_engine_error_type(e);
  const char *message = cs_result_message(text, n, type, &len);
  cs_engine_error_place(e, &line, &col);
  cs_json_open(j, '{');
  cs_json_text(j, "type", type);
  cs_json_bytes(j, "message", message, len);
  if (line) cs_json_int(j, "line", line);
  if (col) cs_json_int(j, "column", col);
  cs_json_bytes(j, "text", text, n);
  cs_json_close(j, '}');
}

static void print_json(cs_engine *e, const char *name, bool valid) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.check/1");
  cs_json_text(&j, "status", valid ? "ok" : "invalid");
  cs_json_text(&j, "file", name);
  cs_json_key(&j, "findings");
  cs_json_open(&j, '[');
  if (!valid) {
    cs_json_key(&j, NULL);
    put_finding(&j, e);
  }
  cs_json_close(&j, ']');
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

static int check_text(const cs_settings *s, const char *name,
                      const char *text, size_t len) {
  cs_engine *e = NULL;
  cs_status st = cs_engine_new(&s->limits, &e);
  if (st != CS_OK)
    return cs_cli_fail(s, "cannot start the engine", cs_status_text(st),
                       "check the memory limits of this process (ulimit -v)");
  st = cs_engine_check(e, text, len, name);
  bool known = st == CS_OK || st == CS_ESYNTAX;
  if (known && s->json) {
    print_json(e, name, st == CS_OK);
  } else if (st == CS_ESYNTAX && !s->quiet) {
    size_t n;
    const char *error = cs_engine_error(e, &n);
    fwrite(error, 1, n, stderr);
  }
  cs_engine_free(e);
  if (!known)
    return cs_cli_fail(s, "cannot check the program", cs_status_text(st),
                       "split it into smaller files");
  return st == CS_OK ? 0 : 1;
}

int cs_cli_check(const cs_settings *s) {
  if (s->argc != 1)
    return cs_cli_fail(s, "nothing to check",
                       s->argc ? "more than one file was given"
                               : "no file was given",
                       "write 'caisson check FILE' or 'caisson check -'");
  const char *path = s->argv[0];
  size_t len = 0;
  CS_AUTO_FREE char *text = cs_lines_read_file(path, &len);
  if (!text) {
    char what[200];
    snprintf(what, sizeof what, "cannot read '%.150s'", path);
    return cs_cli_fail(s, what, strerror(errno), "check the path");
  }
  return check_text(s, strcmp(path, "-") == 0 ? "<stdin>" : path, text, len);
}
