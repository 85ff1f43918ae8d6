/*
 * ps.c - caisson ps, stats and rm: sandboxes and runs that have a name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/named.h"
#include "cli/sandboxed.h"
#include "cli/verbs.h"

/* --- memory and time of a tree of processes ------------------------------ */

typedef struct use {
  uint64_t bytes, ticks, processes;
} use;

static void add_process(long pid, use *u) {
  char path[64], text[512] = "";
  unsigned long size, resident, user = 0, system = 0;
  snprintf(path, sizeof path, "/proc/%ld/statm", pid);
  FILE *f = fopen(path, "re");
  if (f && fscanf(f, "%lu %lu", &size, &resident) == 2)
    u->bytes += (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
  if (f) fclose(f);
  snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  f = fopen(path, "re");
  size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  if (f) fclose(f);
  text[n] = '\0';
  const char *end = strrchr(text, ')'); /* a name may have anything in it */
  if (end &&
      sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
             &user, &system) == 2)
    u->ticks += user + system;
}

#define TREE_MOST 1024

static size_t add_children(long pid, long *list, size_t n) {
  char path[64];
  long child;
  snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", pid, pid);
  FILE *f = fopen(path, "re");
  while (f && n < TREE_MOST && fscanf(f, "%ld", &child) == 1) list[n++] = child;
  if (f) fclose(f);
  return n;
}

static use measure(long pid) {
  long list[TREE_MOST] = {pid};
  use u = {0};
  for (size_t i = 0, n = 1; i < n; i++) {
    add_process(list[i], &u);
    n = add_children(list[i], list, n);
    u.processes = n;
  }
  return u;
}

/* Of one that runs, in the state itself. */
static void add_use(json_t *o) {
  const char *status = json_string_value(json_object_get(o, "status"));
  if (strcmp(status, "running") != 0) return;
  use u = measure((long)json_integer_value(json_object_get(o, "pid")));
  json_object_set_new(o, "memory_bytes", json_integer((json_int_t)u.bytes));
  json_object_set_new(o, "processes", json_integer((json_int_t)u.processes));
  json_object_set_new(
      o, "cpu_ms",
      json_integer(
          (json_int_t)(u.ticks * 1000 / (uint64_t)sysconf(_SC_CLK_TCK))));
}

/* --- the list ------------------------------------------------------------ */

static const char *text_of(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? text : "-";
}

static void print_row(const json_t *o) {
  char status[32], created[32], mem[16] = "-", cpu[16] = "-";
  json_int_t ms = json_integer_value(json_object_get(o, "created_ms"));
  time_t at = (time_t)(ms / 1000);
  struct tm parts;
  gmtime_r(&at, &parts);
  strftime(created, sizeof created, "%Y-%m-%d %H:%M", &parts);
  const json_t *code = json_object_get(o, "exit_code");
  if (code)
    snprintf(status, sizeof status, "%.10s (%d)", text_of(o, "status"),
             (int)json_integer_value(code));
  else
    snprintf(status, sizeof status, "%.20s", text_of(o, "status"));
  const json_t *bytes = json_object_get(o, "memory_bytes");
  if (bytes) {
    snprintf(mem, sizeof mem, "%dM", (int)(json_integer_value(bytes) >> 20));
    snprintf(cpu, sizeof cpu, "%.1fs",
             (double)json_integer_value(json_object_get(o, "cpu_ms")) / 1e3);
  }
  printf("%-15s %-8s %-10.10s %-13s %-16s %5s %7s\n", text_of(o, "name"),
         text_of(o, "depth"), text_of(o, "lang"), status, created, mem, cpu);
}

/* Those that are to be shown, in the order of their names. */
static json_t *gather(const cs_settings *s) {
  json_t *list = json_array(), *o;
  size_t i;
  cs_sandboxed_list(list, s->all);
  json_array_foreach(list, i, o) add_use(o);
  return list;
}

int cs_cli_ps(const cs_settings *s) {
  json_t *list = gather(s), *o;
  size_t i;
  char *text =
      s->json ? json_dumps(list, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
  if (text) puts(text);
  free(text);
  if (!s->json && !s->quiet)
    printf("%-15s %-8s %-10s %-13s %-16s %5s %7s\n", "NAME", "DEPTH",
           "IMAGE/LANG", "STATUS", "CREATED", "MEM", "CPU");
  json_array_foreach(list, i, o) {
    if (s->json) break;
    if (s->quiet)
      puts(text_of(o, "name"));
    else
      print_row(o);
  }
  json_decref(list);
  return 0;
}

/* --- stats --------------------------------------------------------------- */

static bool is_asked(const cs_settings *s, const char *name) {
  for (int i = 0; i < s->argc; i++)
    if (strcmp(s->argv[i], name) == 0) return true;
  return s->argc == 0;
}

/* One that was asked for and does not run. */
static int lacks(const cs_settings *s, const json_t *list) {
  for (int i = 0; i < s->argc; i++) {
    const json_t *o;
    size_t k;
    bool found = false;
    char what[120];
    json_array_foreach(list, k, o) found |=
        strcmp(text_of(o, "name"), s->argv[i]) == 0;
    snprintf(what, sizeof what, "no figures of '%.64s'", s->argv[i]);
    if (!found)
      return cs_cli_fail(s, what, "no run or sandbox of that name is running",
                         "see 'caisson ps --all'");
  }
  return 0;
}

static void print_use(const json_t *o) {
  printf("%-20s %8.1fM %9.2fs %6d\n", text_of(o, "name"),
         (double)json_integer_value(json_object_get(o, "memory_bytes")) /
             1048576.0,
         (double)json_integer_value(json_object_get(o, "cpu_ms")) / 1e3,
         (int)json_integer_value(json_object_get(o, "processes")));
}

int cs_cli_stats(const cs_settings *s) {
  json_t *list = gather(s), *shown = json_array(), *o;
  size_t i;
  int code = lacks(s, list);
  json_array_foreach(list, i, o) if (is_asked(s, text_of(o, "name")))
      json_array_append(shown, o);
  char *text =
      s->json ? json_dumps(shown, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
  if (!code && text) puts(text);
  if (!code && !s->json && !s->quiet)
    printf("%-20s %9s %10s %6s\n", "NAME", "MEM", "CPU", "PIDS");
  json_array_foreach(shown, i, o) if (!code && !s->json) print_use(o);
  free(text);
  json_decref(shown);
  json_decref(list);
  return code;
}

/* --- rm ------------------------------------------------------------------ */

static int remove_one(const cs_settings *s, const char *name) {
  char what[120];
  if (cs_sandboxed_is(name)) {
    int code = cs_sandboxed_end(s, name, "remove");
    if (!code && !s->quiet && !s->json) puts(name);
    return code;
  }
  json_t *o = cs_named_look(name);
  bool runs = o && strcmp(text_of(o, "status"), "running") == 0;
  bool known = o != NULL;
  json_decref(o);
  snprintf(what, sizeof what, "cannot remove '%.64s'", name);
  if (!known)
    return cs_cli_fail(s, what, "no run or sandbox has that name",
                       "see 'caisson ps --all'");
  if (runs) return cs_cli_fail(s, what, "it is running", "end it first");
  if (!cs_named_remove(name))
    return cs_cli_fail(s, what, "its files cannot be removed",
                       "see that ~/.local/state is yours");
  if (!s->quiet && !s->json) puts(name);
  return 0;
}

int cs_cli_rm(const cs_settings *s) {
  int code = 0;
  if (s->argc == 0)
    return cs_cli_fail(s, "nothing to remove", "no NAME was given",
                       "see 'caisson ps --all'");
  for (int i = 0; i < s->argc; i++) {
    int fault = remove_one(s, s->argv[i]);
    if (fault) code = fault; /* it was told; the others have their turn */
  }
  if (!code && s->json)
    puts("{\"schema\": \"caisson.remove/1\", \"status\": \"ok\"}");
  return code;
}
