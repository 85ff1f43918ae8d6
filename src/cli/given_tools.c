/*
 * given_tools.c - --tool and --call: from settings to tools, from faults to
 * messages.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/given_tools.h"

_Static_assert(CS_WORDS_MAX <= CS_TOOLS_MOST, "every word may be a tool");

static int failed(const cs_settings *s, const cs_tools_fault *f) {
  return cs_cli_fail(s, f->what, f->why, f->hint);
}

int cs_cli_tools_open(const cs_settings *s, cs_tools **out) {
  cs_tools_fault fault;
  cs_tools_given given = {.tools = s->tools.at,
                          .ntools = s->tools.n,
                          .calls = s->calls.at,
                          .ncalls = s->calls.n};
  return cs_tools_open(&given, out, &fault) ? 0 : failed(s, &fault);
}

int cs_cli_tools_define(const cs_settings *s, const cs_tools *t,
                        cs_session *to) {
  cs_tools_fault fault;
  return cs_tools_define(t, to, &fault) ? 0 : failed(s, &fault);
}
