/*
 * doctor.c - caisson doctor: what this machine can enforce.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "cli/verbs.h"
#include "cli/json.h"
#include "jail/probe.h"

static void print_json(const cs_jail_fact *f, bool good) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.doctor/1");
  cs_json_bool(&j, "process", good);
  cs_json_key(&j, "facts");
  cs_json_open(&j, '[');
  for (int i = 0; i < CS_JAIL_FACTS; i++) {
    cs_json_key(&j, NULL);
    cs_json_open(&j, '{');
    cs_json_text(&j, "name", f[i].name);
    cs_json_bool(&j, "holds", f[i].holds);
    cs_json_bool(&j, "needed", f[i].needed);
    cs_json_text(&j, "detail", f[i].text);
    cs_json_close(&j, '}');
  }
  cs_json_close(&j, ']');
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

int cs_cli_doctor(const cs_settings *s) {
  cs_jail_kit kit;
  cs_jail_fact f[CS_JAIL_FACTS];
  cs_error err;
  if (cs_jail_kit_open(&kit, &err) != CS_OK)
    return cs_cli_fail(s, "cannot look", err.text, "close other programs");
  bool good = cs_jail_probe(&kit, f);
  cs_jail_kit_close(&kit);
  if (s->json) {
    print_json(f, good);
    return good ? 0 : 1;
  }
  for (int i = 0; i < CS_JAIL_FACTS; i++)
    printf("%-14s %-8s %s\n", f[i].name,
           f[i].holds ? "holds" : f[i].needed ? "MISSING" : "missing",
           f[i].text);
  printf("\ndepth process: %s\n", good ? "available" : "not available here");
  return good ? 0 : 1;
}
