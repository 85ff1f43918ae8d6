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
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/enforce.h"
#include "cli/json.h"
#include "cli/plain.h"
#include "cli/redteam/probe.h"
#include "cli/verbs.h"

#define MAKERS_MAX 6 /* attacks that are made at a time */

static const cs_attack_list *const lists[] = {
    &cs_attacks_engine, &cs_attacks_objects, &cs_attacks_files,
    &cs_attacks_system, &cs_attacks_control, &cs_attacks_image,
    &cs_attacks_host};
static const unsigned depths[] = {CS_ATTACK_INTERP, CS_ATTACK_WORKER,
                                  CS_ATTACK_PROCESS, CS_ATTACK_IMAGE,
                                  CS_ATTACK_HOST};

typedef struct tally {
  size_t n[CS_OUT_COUNT], controls;
} tally;

typedef struct one_case {
  const cs_attack *attack;
  unsigned depth;
} one_case;

/* What those who make the attacks share with us. */
typedef struct board {
  atomic_size_t next; /* the case that is made next */
  cs_probe_result result[];
} board;

typedef struct redteam {
  const cs_settings *s;
  one_case *cases; /* owned, by group */
  size_t all, done;
  board *board; /* owned */
  bool *ready;  /* owned */
  cs_arena_place place[MAKERS_MAX];
  pid_t maker[MAKERS_MAX];
  size_t makers;
  bool jails; /* there is a depth process here */
  bool told;  /* a line of progress is on the screen */
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

static void tell_progress(redteam *r, const one_case *c) {
  if (r->s->quiet || r->s->json || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r\033[K%zu/%zu  %s %s  %.50s", r->done, r->all,
          c->attack->id, cs_probe_depth_name(c->depth), c->attack->title);
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
  } names[] = {{'A', "the language"},
               {'B', "endless programs"},
               {'C', "tools and snapshots"},
               {'D', "files and mounts"},
               {'E', "processes"},
               {'F', "system calls"},
               {'G', "resources"},
               {'H', "network"},
               {'I', "secrets"},
               {'J', "images, sandboxes"},
               {'L', "policy and control"},
               {'M', "what stays behind"},
               {'N', "other tenants"}};
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

/* --- which ones, by group ------------------------------------------------ */

static bool take_list(redteam *r, const cs_attack_list *l, char letter) {
  for (size_t i = 0; i < l->n; i++)
    for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
      const cs_attack *a = &l->at[i];
      if (a->id[0] != letter || !is_chosen(r, a, depths[d])) continue;
      one_case *more = realloc(r->cases, (r->all + 1) * sizeof *more);
      if (!more) return false;
      r->cases = more;
      more[r->all++] = (one_case){a, depths[d]};
    }
  return true;
}

static bool take_all(redteam *r) {
  bool good = true;
  for (char letter = 'A'; letter <= 'Z'; letter++)
    for (size_t l = 0; good && l < sizeof lists / sizeof *lists; l++)
      good = take_list(r, lists[l], letter);
  return good;
}

static int list_all(const redteam *r) {
  for (size_t i = 0; i < r->all; i++)
    printf("%s  %-8s %s\n", r->cases[i].attack->id,
           cs_probe_depth_name(r->cases[i].depth), r->cases[i].attack->title);
  return 0;
}

/* --- making them --------------------------------------------------------- */

static bool needs_jail(const one_case *c) {
  return c->depth == CS_ATTACK_PROCESS || c->depth == CS_ATTACK_IMAGE ||
         c->attack->flags & CS_ATTACK_JAIL;
}

static void make_case(const redteam *r, size_t i, cs_arena_place *place) {
  const one_case *c = &r->cases[i];
  cs_probe_result *p = &r->board->result[i];
  *p = (cs_probe_result){.outcome = CS_OUT_SKIPPED};
  if (!r->jails && needs_jail(c))
    snprintf(p->detail, sizeof p->detail,
             "there is no depth process here; 'caisson doctor' tells why");
  else if (c->depth == CS_ATTACK_HOST && access("/usr/bin/python3", X_OK) != 0)
    snprintf(p->detail, sizeof p->detail, "there is no /usr/bin/python3");
  else
    cs_probe_make(c->attack, c->depth, place, p);
}

/* One of several processes; each has an arena of its own. */
static _Noreturn void make_cases(const redteam *r, cs_arena_place *place,
                                 int done) {
  for (size_t i; (i = atomic_fetch_add(&r->board->next, 1)) < r->all;) {
    make_case(r, i, place);
    if (write(done, &i, sizeof i) != (ssize_t)sizeof i) break;
  }
  _exit(0);
}

static bool start_makers(redteam *r, int done[2]) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  size_t most = cores < 2 ? 3 : (size_t)cores + 1; /* many of them wait */
  size_t size = sizeof *r->board + r->all * sizeof *r->board->result;
  if (most > MAKERS_MAX) most = MAKERS_MAX;
  if (most > r->all) most = r->all;
  r->ready = calloc(r->all, sizeof *r->ready);
  r->board = mmap(NULL, size, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!r->ready || r->board == MAP_FAILED || pipe2(done, O_CLOEXEC) != 0)
    return false;
  for (; r->makers < most; r->makers++) {
    if (!cs_arena_make(&r->place[r->makers])) return false;
    pid_t pid = fork();
    if (pid == 0) make_cases(r, &r->place[r->makers], done[1]);
    if (pid < 0) return false;
    r->maker[r->makers] = pid;
  }
  close(done[1]);
  return true;
}

static void tell_case(redteam *r, size_t i) {
  const one_case *c = &r->cases[i];
  const cs_probe_result *p = &r->board->result[i];
  if (r->letter != c->attack->id[0]) end_group(r);
  r->letter = c->attack->id[0];
  r->total.n[p->outcome]++;
  r->group.n[p->outcome]++;
  r->total.controls += p->control;
  if (r->s->json)
    json_case(c->attack, c->depth, p);
  else
    print_case(r, c->attack, c->depth, p);
}

/* They end in any order and are told in theirs. */
static bool gather(redteam *r, int done) {
  size_t i, told = 0;
  while (r->done < r->all && read(done, &i, sizeof i) == (ssize_t)sizeof i) {
    if (i >= r->all) return false;
    r->ready[i] = true;
    r->done++;
    tell_progress(r, &r->cases[i]);
    for (; told < r->all && r->ready[told]; told++) tell_case(r, told);
  }
  return r->done == r->all;
}

static bool make_all(redteam *r) {
  int done[2] = {-1, -1};
  bool good = start_makers(r, done) && gather(r, done[0]);
  int problem = errno;
  for (size_t i = 0; i < r->makers; i++) {
    if (!good) (void)kill(r->maker[i], SIGKILL);
    (void)waitpid(r->maker[i], NULL, 0);
  }
  for (size_t i = 0; i < MAKERS_MAX; i++)
    if (r->place[i].path[0]) cs_arena_remove(&r->place[i]);
  if (good) end_group(r);
  errno = problem;
  return good;
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
  if (make_all(r)) return sum_up(r);
  return cs_cli_fail(r->s, "cannot attack", strerror(errno),
                     "it needs a directory in $TMPDIR or /tmp");
}

int cs_cli_redteam(const cs_settings *s) {
  redteam r = {.s = s};
  int code;
  if (!take_all(&r))
    code = cs_cli_fail(s, "cannot attack", "no memory", "close programs");
  else if (r.all == 0)
    code = cs_cli_fail(s, "no such attack",
                       "nothing matches --group, --id and "
                       "--depth",
                       "'caisson redteam --list' shows them");
  else
    code = s->attack_list ? list_all(&r) : run_all(&r);
  free(r.ready);
  free(r.cases);
  return code;
}
