/*
 * redteam.c - caisson redteam: attack the sandboxes of this host.
 *
 * The attacks that the tests of the project make, on the host that matters: the
 * user's own.  Nothing outside of a new directory in /tmp is touched, and no
 * rights are needed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/enforce.h"
#include "cli/json.h"
#include "cli/plain.h"
#include "cli/redteam/probe.h"
#include "cli/verbs.h"

static const cs_attack_list *const lists[] = {
    &cs_attacks_engine, &cs_attacks_files, &cs_attacks_system,
    &cs_attacks_control};
static const unsigned depths[] = {CS_ATTACK_INTERP, CS_ATTACK_WORKER,
                                  CS_ATTACK_PROCESS};

typedef struct tally {
  size_t n[CS_OUT_COUNT], controls;
} tally;

typedef struct redteam {
  const cs_settings *s;
  cs_arena_place place;
  bool jails; /* there is a depth process here */
  bool told;  /* a line of progress is on the screen */
  size_t done, all;
  tally total, group;
  char letter; /* of the group that is being counted; 0: none */
} redteam;

/* --- which --------------------------------------------------------------- */

/* Is `word` in a list with commas?  NULL: everything is. */
static bool has_word(const char *list, const char *word) {
  size_t n = strlen(word);
  for (const char *at = list; at && *at; at += *at == ',') {
    size_t k = strcspn(at, ",");
    if (k == n && strncasecmp(at, word, n) == 0) return true;
    at += k;
  }
  return !list;
}

static bool is_chosen(const redteam *r, const cs_attack *a, unsigned depth) {
  const char group[] = {a->id[0], 0};
  return a->depths & depth && has_word(r->s->attack_groups, group) &&
         has_word(r->s->attack_ids, a->id) &&
         has_word(r->s->depth, cs_probe_depth_name(depth));
}

/* --- telling ------------------------------------------------------------- */

static void tell_progress(redteam *r, const cs_attack *a, unsigned depth) {
  if (r->s->quiet || r->s->json || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r\033[K%zu/%zu  %s %s  %.50s", r->done, r->all, a->id,
          cs_probe_depth_name(depth), a->title);
  r->told = true;
}

static void clear_progress(redteam *r) {
  if (r->told) fputs("\r\033[K", stderr);
  r->told = false;
}

static void print_counts(const tally *t) {
  const char *gap = "";
  for (int i = 0; i < CS_OUT_COUNT; i++) {
    if (t->n[i] == 0) continue;
    printf("%s%zu %s", gap, t->n[i],
           cs_probe_outcome_name((cs_probe_outcome)i));
    gap = ", ";
  }
  puts("");
}

static void end_group(redteam *r) {
  static const struct {
    char letter;
    const char *name;
  } names[] = {{'A', "the language"},       {'B', "endless programs"},
               {'D', "files and mounts"},   {'E', "processes"},
               {'F', "system calls"},       {'G', "resources"},
               {'L', "policy and control"}, {'M', "what stays behind"}};
  if (r->letter && !r->s->json) {
    clear_progress(r);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (names[i].letter == r->letter)
        printf("%c  %-20s ", r->letter, names[i].name);
    print_counts(&r->group);
    fflush(stdout);
  }
  r->group = (tally){.controls = 0};
}

static bool is_fine(cs_probe_outcome o) {
  return o == CS_OUT_HELD || o == CS_OUT_CONTAINED || o == CS_OUT_SKIPPED;
}

static void print_case(redteam *r, const cs_attack *a, unsigned depth,
                       const cs_probe_result *p) {
  if (is_fine(p->outcome)) return;
  clear_progress(r);
  printf("   %s %s: %s: %s\n", a->id, cs_probe_depth_name(depth),
         cs_probe_outcome_name(p->outcome), a->title);
  fputs("      ", stdout);
  cs_plain_put(stdout, p->detail);
  puts("");
}

static void json_case(const cs_attack *a, unsigned depth,
                      const cs_probe_result *p) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.redteam/1");
  cs_json_text(&j, "id", a->id);
  cs_json_text(&j, "depth", cs_probe_depth_name(depth));
  cs_json_text(&j, "case", a->title);
  cs_json_text(&j, "outcome", cs_probe_outcome_name(p->outcome));
  cs_json_text(&j, "control",
               p->control ? "succeeded"
               : a->flags & (CS_ATTACK_BARE | CS_ATTACK_FREE) &&
                       p->outcome == CS_OUT_BROKEN
                   ? "failed"
                   : "none");
  cs_json_int(&j, "duration_ms", (int64_t)p->ms);
  if (p->detail[0]) cs_json_text(&j, "detail", p->detail);
  cs_json_close(&j, '}');
  cs_json_print(&j);
  fflush(stdout);
}

static void json_total(const redteam *r) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.redteam.total/1");
  for (int i = 0; i < CS_OUT_COUNT; i++)
    cs_json_int(&j, cs_probe_outcome_name((cs_probe_outcome)i),
                (int64_t)r->total.n[i]);
  cs_json_int(&j, "controls", (int64_t)r->total.controls);
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

/* --- making them --------------------------------------------------------- */

static void make_case(redteam *r, const cs_attack *a, unsigned depth) {
  cs_probe_result p = {.outcome = CS_OUT_SKIPPED};
  tell_progress(r, a, depth);
  if (depth == CS_ATTACK_PROCESS && !r->jails)
    snprintf(p.detail, sizeof p.detail,
             "there is no depth process here; 'caisson doctor' tells why");
  else
    cs_probe_make(a, depth, &r->place, &p);
  r->done++;
  r->total.n[p.outcome]++;
  r->group.n[p.outcome]++;
  r->total.controls += p.control;
  if (r->s->json)
    json_case(a, depth, &p);
  else
    print_case(r, a, depth, &p);
}

static void each(redteam *r,
                 void (*use)(redteam *, const cs_attack *, unsigned)) {
  for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
    for (size_t i = 0; i < lists[l]->n; i++) {
      const cs_attack *a = &lists[l]->at[i];
      for (size_t d = 0; d < sizeof depths / sizeof *depths; d++)
        if (is_chosen(r, a, depths[d])) use(r, a, depths[d]);
    }
}

static void count_case(redteam *r, const cs_attack *a, unsigned depth) {
  (void)a;
  (void)depth;
  r->all++;
}

static void list_case(redteam *r, const cs_attack *a, unsigned depth) {
  (void)r;
  printf("%s  %-8s %s\n", a->id, cs_probe_depth_name(depth), a->title);
}

static void grouped_case(redteam *r, const cs_attack *a, unsigned depth) {
  if (r->letter != a->id[0]) end_group(r);
  r->letter = a->id[0];
  make_case(r, a, depth);
}

static int sum_up(const redteam *r) {
  const tally *t = &r->total;
  bool good =
      t->n[CS_OUT_FAILED] + t->n[CS_OUT_BROKEN] + t->n[CS_OUT_NOT_ENFORCED] ==
      0;
  if (r->s->json) {
    json_total(r);
  } else {
    printf("\n%zu attacks: ", r->done);
    print_counts(t);
    printf("%zu controls succeeded where they may: those probes do notice\n",
           t->controls);
    if (t->n[CS_OUT_SKIPPED])
      puts(
          "skipped: there is no depth process here; 'caisson doctor' tells "
          "why");
  }
  return good ? 0 : 1;
}

static int run_all(redteam *r) {
  cs_policy *p = NULL;
  cs_probes probes;
  cs_report_given given = {0};
  cs_report report;
  if (cs_policy_new(&p) != CS_OK)
    return cs_cli_fail(r->s, "cannot attack", "no memory", "close programs");
  cs_enforce_look(r->s, cs_enforce_needs(cs_depth_jail()), false, &probes);
  cs_report_make(p, cs_report_at(cs_depth_jail()), &probes, &given, &report);
  r->jails = report.available;
  cs_policy_free(p);
  bool made = cs_arena_make(&r->place);
  if (made) each(r, grouped_case);
  if (made) end_group(r);
  int problem = errno;
  cs_arena_remove(&r->place);
  if (made) return sum_up(r);
  return cs_cli_fail(r->s, "cannot attack", strerror(problem),
                     "it needs a directory in $TMPDIR or /tmp");
}

int cs_cli_redteam(const cs_settings *s) {
  redteam r = {.s = s};
  each(&r, count_case);
  if (r.all == 0)
    return cs_cli_fail(s, "no such attack",
                       "nothing matches --group, --id and "
                       "--depth",
                       "'caisson redteam --list' shows them");
  if (!s->attack_list) return run_all(&r);
  each(&r, list_case);
  return 0;
}
