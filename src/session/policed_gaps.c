/*
 * policed_gaps.c - fields of a policy that somebody set and nothing honours.
 *
 * A policy that is silently ignored is worse than none: such a field keeps the
 * session from opening, with the line that would accept the gap.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/error.h"
#include "session/policed.h"

typedef bool gap_test(const cs_policy *p);

/* --- what is asked for
 * -------------------------------------------------------------- */

static bool is_set(const cs_policy *p, cs_policy_field id) {
  return cs_policy_is_set(p, id);
}

static bool has_entries(const cs_policy *p, cs_policy_field id) {
  return cs_policy_count(p, id) > 0;
}

static bool is_not(const cs_policy *p, cs_policy_field id, const char *word) {
  return strcmp(cs_policy_text(p, id), word) != 0;
}

static bool has_pattern(const cs_policy *p, cs_policy_field id) {
  for (size_t i = 0; i < cs_policy_count(p, id); i++) {
    const cs_pvalue *e = cs_policy_entry(p, id, i);
    if (e->text && strchr(e->text, '*')) return true;
  }
  return false;
}

static bool imports(const cs_policy *p) {
  return is_set(p, CS_POLICY_IMPORTS_ALLOW) ||
         has_entries(p, CS_POLICY_IMPORTS_DENY) ||
         is_not(p, CS_POLICY_CODE_RULES, "none");
}

static bool builtins(const cs_policy *p) {
  return has_entries(p, CS_POLICY_BUILTINS_DENY);
}

static bool packages(const cs_policy *p) {
  return has_entries(p, CS_POLICY_PACKAGES_LIST);
}

static bool timezone_set(const cs_policy *p) {
  return is_not(p, CS_POLICY_TIMEZONE, "UTC");
}

static bool read_patterns(const cs_policy *p) {
  return has_pattern(p, CS_POLICY_FS_READ);
}

static bool write_patterns(const cs_policy *p) {
  return has_pattern(p, CS_POLICY_FS_WRITE);
}

static bool inodes(const cs_policy *p) {
  return is_set(p, CS_POLICY_DISK_INODES);
}

static bool file_bytes(const cs_policy *p) {
  return is_set(p, CS_POLICY_FILE_BYTES);
}

static bool host_calls(const cs_policy *p) {
  return is_set(p, CS_POLICY_HOST_CALL_MS);
}

static bool nesting(const cs_policy *p) {
  return is_set(p, CS_POLICY_NESTING);
}

static bool cpu(const cs_policy *p) {
  return is_set(p, CS_POLICY_CPU_MS);
}

static bool cpus(const cs_policy *p) {
  return is_set(p, CS_POLICY_CPUS);
}

static bool disk(const cs_policy *p) {
  return is_set(p, CS_POLICY_DISK_BYTES);
}

static bool denied_paths(const cs_policy *p) {
  return has_entries(p, CS_POLICY_FS_DENY);
}

/* Names are protected where we write ourselves; a jail writes directly. */
static bool protected_names(const cs_policy *p) {
  if (!has_entries(p, CS_POLICY_FS_PROTECT)) return false;
  if (has_entries(p, CS_POLICY_FS_WRITE)) return true;
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_FS_MOUNTS); i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_FS_MOUNTS, i);
    if (strcmp(cs_pvalue_find(e, "mode")->text, "rw") == 0) return true;
  }
  return false;
}

/* A list; all or none is a matter of the jails' options. */
static bool spawn_list(const cs_policy *p) {
  return cs_policy_value(p, CS_POLICY_SPAWN)->kind == CS_PV_LIST;
}

static bool clock_set(const cs_policy *p) {
  return is_not(p, CS_POLICY_CLOCK, "real");
}

static bool random_set(const cs_policy *p) {
  return is_not(p, CS_POLICY_RANDOM, "system");
}

/* --- what is missing
 * ----------------------------------------------------------------- */

enum { ENGINE = 1, JAIL = 2 };

typedef struct gap {
  const char *key; /* of the report: what accepts it */
  int where;       /* nothing honours it there */
  gap_test *asked;
} gap;

static const gap gaps[] = {{"code.imports", ENGINE | JAIL, imports},
                           {"code.builtins", ENGINE | JAIL, builtins},
                           {"packages.list", ENGINE | JAIL, packages},
                           {"timezone", ENGINE | JAIL, timezone_set},
                           {"fs.read", ENGINE | JAIL, read_patterns},
                           {"fs.write", ENGINE | JAIL, write_patterns},
                           {"limits.disk_inodes", ENGINE | JAIL, inodes},
                           {"limits.host_call_ms", ENGINE | JAIL, host_calls},
                           {"limits.nesting", ENGINE | JAIL, nesting},
                           {"limits.file_bytes", ENGINE, file_bytes},
                           {"limits.cpu_ms", JAIL, cpu},
                           {"limits.cpus", JAIL, cpus},
                           {"limits.disk_bytes", JAIL, disk},
                           {"fs.deny", JAIL, denied_paths},
                           {"fs.protect", JAIL, protected_names},
                           {"process.spawn", JAIL, spawn_list},
                           {"clock", JAIL, clock_set},
                           {"random", JAIL, random_set}};

cs_status cs_policed_find_gap(const cs_policy *p, bool jail, cs_error *err) {
  int here = jail ? JAIL : ENGINE;
  for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
    const gap *g = &gaps[i];
    if (!(g->where & here) || !g->asked(p)) continue;
    if (cs_policy_has(p, CS_POLICY_ACCEPT, g->key)) continue;
    return cs_error_set(err, CS_EINVAL,
                        "enforcement_missing: nothing enforces %s at depth "
                        "%s; to go on without it: accept_unenforced: [%s]",
                        g->key, jail ? "process" : "interp", g->key);
  }
  return CS_OK;
}

const char *cs_policed_accepted(const cs_policy *p, bool jail, size_t *at) {
  int here = jail ? JAIL : ENGINE;
  while (*at < sizeof gaps / sizeof *gaps) {
    const gap *g = &gaps[(*at)++];
    if (g->where & here && g->asked(p) &&
        cs_policy_has(p, CS_POLICY_ACCEPT, g->key))
      return g->key;
  }
  return NULL;
}
