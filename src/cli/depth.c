/*
 * depth.c - where a program runs: --depth and --in-process.
 *
 * The one function that decides.  `auto` takes the shallowest depth that can
 * run the program; there is never a silent fall to a weaker wall.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/depth.h"

#include <stdio.h>
#include <string.h>

static int refuse(const cs_settings *s, const char *why, const char *todo) {
  char what[100];
  snprintf(what, sizeof what, "depth '%.60s' is refused", s->depth);
  return cs_cli_fail(s, what, why, todo);
}

static bool is_known(const char *name) {
  return strcmp(name, "image") == 0 || strcmp(name, "vm") == 0;
}

int cs_depth_choose(const cs_settings *s, cs_place *out) {
  bool torture = s->torture_gc || s->torture_alloc || s->torture_retry ||
                 s->torture_snap;
  *out = (cs_place){.depth = CS_DEPTH_INTERP, .name = "interp",
                    .worker = !s->in_process && !torture};
  if (!s->depth || strcmp(s->depth, "auto") == 0) {
    out->reason = "auto: the shallowest depth that runs Python";
    return 0;
  }
  out->reason = "asked for with --depth";
  if (strcmp(s->depth, "interp") == 0) return 0;
  if (strcmp(s->depth, "check") == 0) {
    out->depth = CS_DEPTH_CHECK;
    out->name = "check";
    return 0;
  }
  if (strcmp(s->depth, "process") == 0) {
    *out = (cs_place){.depth = CS_DEPTH_PROCESS, .name = "process",
                      .reason = out->reason};
    return 0;
  }
  if (is_known(s->depth))
    return refuse(s, "this build cannot run anything there",
                  "use interp, process, check or auto");
  return refuse(s, "there is no such depth",
                "use interp, process, check or auto");
}
