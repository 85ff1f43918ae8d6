/*
 * version.c - caisson version: what this binary is and can do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "base/depth.h"
#include "cli/json.h"
#include "cli/verbs.h"

static void put_list(cs_json *j, const char *key, const char *const *items) {
  cs_json_key(j, key);
  cs_json_open(j, '[');
  for (; *items; items++) cs_json_text(j, NULL, *items);
  cs_json_close(j, ']');
}

int cs_cli_version(const cs_settings *s) {
  const char *const features[] = {cs_depth_engine(true)->name,
                                  cs_depth_jail()->name,
                                  cs_depth_check()->name,
                                  "repl",
                                  "snapshot",
                                  "journal",
                                  "audit",
                                  "mcp",
                                  "policy",
                                  CS_HAVE_EDIT ? "libedit" : NULL,
                                  NULL};
  static const char *const schemas[] = {
      "caisson.result/1",   "caisson.exec/1",         "caisson.check/1",
      "caisson.version/1",  "caisson.snapshot/1",     "caisson.doctor/1",
      "caisson.help/1",     "caisson.audit_verify/1", "caisson.event/1",
      "caisson.progress/1", "caisson.status/1",       NULL};
  if (!s->json) {
    printf("caisson %s (%s)\n", CS_VERSION, cs_commit);
    return 0;
  }
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.version/1");
  cs_json_text(&j, "version", CS_VERSION);
  cs_json_text(&j, "commit", cs_commit);
  cs_json_text(&j, "language", "Python 3.11");
  put_list(&j, "features", features);
  put_list(&j, "schemas", schemas);
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 0;
}
