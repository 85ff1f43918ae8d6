/*
 * need.c - depth "auto": can our own engine run this program?
 *
 * One function decides for the command line and the Python package.  The
 * question is answered by a check with rules of its own: a module that the
 * engine lacks, or a function that needs processes, is a finding.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/need.h"

#include <stdio.h>
#include <string.h>

#include "base/depth.h"
#include "check/checker.h"

#define ENOUGH "auto: nothing in the program needs more than the engine"

bool cs_need_is_engine(const char *module) {
  char padded[220];
  int n = snprintf(padded, sizeof padded, " %s ", module);
  return n < (int)sizeof padded && strstr(cs_engine_modules, padded);
}

static bool has_module(void *user, const char *name) {
  const cs_auto_options *o = user;
  if (cs_need_is_engine(name)) return true;
  return o->has_module && o->has_module(o->user, name);
}

/* --- what the findings mean ---------------------------------------------- */

typedef enum weight {
  NOTHING,
  PREFERS, /* it may run at interp, too */
  NEEDS
} weight;

static bool starts(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

static bool is_native(const cs_auto_options *o, const cs_check_finding *f) {
  return strcmp(f->rule, "import") == 0 && o->is_native &&
         o->is_native(o->user, f->name);
}

/* Native code may be there for speed only, with Python in its place. */
static weight weigh(const cs_auto_options *o, const cs_check_finding *f,
                    bool searches) {
  if (strcmp(f->rule, "import") == 0)
    return f->unsure || searches || is_native(o, f) ? PREFERS : NEEDS;
  if (strcmp(f->rule, "dynamic_import") ==
      0) /* sys.modules brings no new one */
    return strcmp(f->name, "sys.modules") == 0 ? NOTHING : PREFERS;
  if (strcmp(f->rule, "attribute") != 0 || f->unsure) return NOTHING;
  if (strcmp(f->name, "sys.path") == 0) return NOTHING;
  return starts(f->name, "threading.") ? PREFERS : NEEDS;
}

/* Does the program change where modules come from? */
static bool searches(const cs_check_report *r) {
  for (size_t i = 0; i < cs_check_count(r); i++)
    if (strcmp(cs_check_at(r, i)->name, "sys.path") == 0) return true;
  return false;
}

/* The first finding of the greatest weight. */
static weight find_reason(const cs_auto_options *o, const cs_check_report *r,
                          const cs_check_finding **out) {
  weight most = NOTHING;
  bool anywhere = o->mounted && searches(r);
  for (size_t i = 0; i < cs_check_count(r); i++) {
    const cs_check_finding *f = cs_check_at(r, i);
    weight w = weigh(o, f, anywhere);
    if (w <= most) continue;
    most = w;
    *out = f;
  }
  return most;
}

static void describe(const cs_auto_options *o, const cs_check_finding *f,
                     char out[200]) {
  if (is_native(o, f))
    snprintf(out, 200, "line %u imports %.80s (it has native code)", f->line,
             f->name);
  else if (strcmp(f->rule, "import") == 0)
    snprintf(out, 200, "line %u imports %.80s (not an engine module)", f->line,
             f->name);
  else if (strcmp(f->rule, "dynamic_import") == 0)
    snprintf(out, 200, "line %u imports a module that only a run can tell",
             f->line);
  else if (starts(f->name, "threading."))
    snprintf(out, 200,
             "line %u uses %.80s (the engine runs threads one by one)", f->line,
             f->name);
  else
    snprintf(out, 200, "line %u uses %.80s (the engine has no processes)",
             f->line, f->name);
}

/* --- the choice ---------------------------------------------------------- */

static void choose(const cs_auto_options *o, const cs_check_report *r,
                   cs_auto_choice *out) {
  const cs_check_finding *f = NULL;
  weight w = find_reason(o, r, &f);
  out->depth = cs_depth_engine(true)->depth;
  out->needed = w == NEEDS;
  out->invalid = cs_check_result(r) == CS_CHECK_INVALID;
  if (w == NOTHING || !f) {
    snprintf(out->reason, sizeof out->reason, "%s", ENOUGH);
    return;
  }
  describe(o, f, out->why);
  out->line = f->line;
  snprintf(out->name, sizeof out->name, "%s", f->name);
  if (!o->no_process) {
    out->depth = cs_depth_jail()->depth;
    snprintf(out->reason, sizeof out->reason, "auto: %s", out->why);
    return;
  }
  if (w == NEEDS) out->depth = CS_DEPTH_NONE;
  snprintf(out->reason, sizeof out->reason, "%s%s; process: %.150s",
           w == NEEDS ? "interp: " : "auto: ", out->why, o->no_process);
}

/* A program without the word cannot reach anything.  Letters beyond ASCII may
 * be the same letters to Python. */
static bool imports_nothing(const char *code, size_t len) {
  for (size_t i = 0; i < len; i++)
    if ((unsigned char)code[i] >= 0x80) return false;
  return !memmem(code, len, "import", 6);
}

cs_status cs_auto(const cs_auto_options *options, const char *code, size_t len,
                  cs_auto_choice *out) {
  cs_auto_options o = {.size = sizeof o};
  cs_check_options limits;
  cs_check_report *report = NULL;
  if (options)
    memcpy(&o, options, options->size < sizeof o ? options->size : sizeof o);
  cs_rules rules = {.profile = &cs_rules_needs,
                    .flags = cs_rules_needs.flags,
                    .has_module = has_module,
                    .user = &o};
  *out = (cs_auto_choice){.depth = cs_depth_engine(true)->depth};
  if (imports_nothing(code, len)) {
    snprintf(out->reason, sizeof out->reason, "%s", ENOUGH);
    return CS_OK;
  }
  cs_check_options_init(&limits);
  cs_status st = cs_check_by(&rules, &limits, code, len, &report, NULL);
  if (st != CS_OK && st != CS_ELIMIT) return st;
  if (st == CS_ELIMIT)
    snprintf(out->reason, sizeof out->reason,
             "auto: the program is too large to be judged");
  else
    choose(&o, report, out);
  cs_check_free(report);
  return CS_OK;
}
