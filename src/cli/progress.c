/*
 * progress.c - how far a long piece of work has come, on stderr.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 500000000u /* ns before anything is said */
#define PAUSE    100000000u /* between two redrawn lines */

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void cs_progress_begin(cs_progress *p, const cs_settings *s, const char *what) {
  const char *form = s->progress ? s->progress : "auto";
  *p = (cs_progress){.what = what, .began_ns = now()};
  if (strcmp(form, "json") == 0)
    p->form = CS_PROGRESS_JSON;
  else if (strcmp(form, "none") == 0 || s->quiet)
    p->form = CS_PROGRESS_NONE;
  else if (strcmp(form, "plain") == 0)
    p->form = CS_PROGRESS_PLAIN;
  else
    p->form = isatty(STDERR_FILENO) ? CS_PROGRESS_LINE : CS_PROGRESS_PLAIN;
}

static void tell(const cs_progress *p, uint64_t done, uint64_t total) {
  uint64_t percent = total ? done * 100 / total : 0;
  if (p->form == CS_PROGRESS_JSON)
    fprintf(stderr,
            "{\"schema\": \"caisson.progress/1\", \"phase\": \"%s\", "
            "\"done\": %" PRIu64 ", \"total\": %" PRIu64 "}\n",
            p->what, done, total);
  else if (p->form == CS_PROGRESS_PLAIN)
    fprintf(stderr, "caisson: %s...\n", p->what);
  else if (total)
    fprintf(stderr, "\r\033[Kcaisson: %s: %" PRIu64 " %%", p->what, percent);
  else
    fprintf(stderr, "\r\033[Kcaisson: %s: %" PRIu64, p->what, done);
  fflush(stderr);
}

void cs_progress_step(cs_progress *p, uint64_t done, uint64_t total) {
  if (p->form == CS_PROGRESS_NONE) return;
  if (p->told && p->form == CS_PROGRESS_PLAIN) return;
  uint64_t t = now();
  if (t - p->began_ns < PATIENCE || t - p->told_ns < PAUSE) return;
  p->told = true;
  p->told_ns = t;
  tell(p, done, total);
}

void cs_progress_end(cs_progress *p) {
  if (p->told && p->form == CS_PROGRESS_LINE) fputs("\r\033[K", stderr);
  p->told = false;
}
