/*
 * preset.c - named sets of hosts in egress.allow.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/preset.h"

#include <string.h>

static const struct {
  const char *name, *proto, *host;
} rules[] = {
#define PRESET(name, proto, host) {name, proto, host},
#include "policy/presets.def"
#undef PRESET
};
#define RULES (sizeof rules / sizeof *rules)

static const char *name_in(const cs_pvalue *v) {
  const size_t n = strlen(CS_PRESET_PREFIX);
  bool is = v->kind == CS_PV_TEXT && strncmp(v->text, CS_PRESET_PREFIX, n) == 0;
  return is ? v->text + n : NULL;
}

static size_t count_of(const char *name) {
  size_t n = 0;
  for (size_t i = 0; i < RULES; i++) n += strcmp(rules[i].name, name) == 0;
  return n;
}

static cs_status refuse(const cs_pvalue *v, const char *file,
                        cs_policy_fault *f) {
  char names[200] = "";
  for (size_t i = 0; i < RULES; i++) {
    if (i && strcmp(rules[i].name, rules[i - 1].name) == 0) continue;
    if (i) strcat(names, ", ");
    strncat(names, rules[i].name, 20);
  }
  cs_fault_place at = {file, v->line, v->column};
  return cs_fault_set(f, CS_FAULT_INVALID, at, "egress.allow", NULL,
                      "'egress.allow': there is no '%.60s'; presets are %s",
                      v->text, names);
}

/* "pypi.org" or {host: deb.debian.org, proto: http}, at the place of `at`. */
static bool put_rule(cs_scratch *mem, const cs_pvalue *at, size_t rule,
                     cs_pvalue *to) {
  *to = *at;
  to->plain = false;
  to->text = rules[rule].host;
  if (strcmp(rules[rule].proto, "https") == 0) return true;
  cs_pvalue *parts = cs_pvalue_items(mem, 2);
  if (!parts) return false;
  parts[0] = parts[1] = *to;
  parts[0].key = "host";
  parts[1].key = "proto";
  parts[1].text = rules[rule].proto;
  to->kind = CS_PV_MAP;
  to->text = NULL;
  to->items = parts;
  to->n = 2;
  return true;
}

static bool put_preset(cs_scratch *mem, const cs_pvalue *v, cs_pvalue *to,
                       size_t *n) {
  for (size_t i = 0; i < RULES; i++)
    if (strcmp(rules[i].name, name_in(v)) == 0 &&
        !put_rule(mem, v, i, &to[(*n)++]))
      return false;
  return true;
}

/* How many entries the list has once presets are hosts; 0 with a fault. */
static size_t measure(const cs_pvalue *list, const char *file,
                      cs_policy_fault *f) {
  size_t n = 0;
  for (size_t i = 0; i < list->n; i++) {
    const char *name = name_in(&list->items[i]);
    size_t more = name ? count_of(name) : 1;
    if (more == 0) {
      (void)refuse(&list->items[i], file, f);
      return 0;
    }
    n += more;
  }
  return n;
}

cs_status cs_preset_expand(cs_scratch *mem, cs_pvalue *root, const char *file,
                           cs_policy_fault *f) {
  const cs_pvalue *egress =
      root->kind == CS_PV_MAP ? cs_pvalue_find(root, "egress") : NULL;
  const cs_pvalue *found = egress && egress->kind == CS_PV_MAP
                               ? cs_pvalue_find(egress, "allow")
                               : NULL;
  if (!found || found->kind != CS_PV_LIST || found->n == 0) return CS_OK;
  cs_pvalue *list = (cs_pvalue *)(uintptr_t)found; /* ours, not shown yet */
  size_t n = 0, room = measure(list, file, f);
  if (room == 0) return CS_EINVAL;
  cs_pvalue *items = cs_pvalue_items(mem, room);
  if (!items) return cs_fault_memory(f);
  for (size_t i = 0; i < list->n; i++) {
    if (!name_in(&list->items[i]))
      items[n++] = list->items[i];
    else if (!put_preset(mem, &list->items[i], items, &n))
      return cs_fault_memory(f);
  }
  list->items = items;
  list->n = n;
  return CS_OK;
}
