/*
 * report_text.c - the report as caisson.enforcement/1, and its hash.
 *
 * Keys stand in the order of the list, so that two reports of one host are the
 * same bytes but for `probed_at`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "digest/digest.h"
#include "policy/canon.h"
#include "policy/report.h"

#define JSON_MAX (UINT32_C(1) << 20)

void cs_report_host_look(cs_report_host *h) {
  struct utsname u;
  *h = (cs_report_host){.probed_at = NULL};
  if (uname(&u) == 0) snprintf(h->kernel, sizeof h->kernel, "%s", u.release);
  FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");
  if (!f) return;
  if (fgets(h->boot, sizeof h->boot, f)) h->boot[strcspn(h->boot, "\n")] = 0;
  fclose(f);
}

void cs_report_cell_text(const cs_report_cell *c, char out[80]) {
  int n = snprintf(out, 80, "%s", cs_report_word_name(c->word));
  char mark = ' ';
  for (int i = 0; i < CS_BY_COUNT; i++) {
    if (!(c->by >> i & 1)) continue;
    n += snprintf(out + n, 80 - (size_t)n, "%c%s", mark, cs_report_by_name(i));
    mark = '+';
  }
}

/* --- pieces -------------------------------------------------------------- */

typedef struct writer {
  cs_buf *out;
  cs_status st; /* the first problem sticks */
} writer;

static void put(writer *w, const char *text) {
  if (w->st == CS_OK) w->st = cs_buf_put_text(w->out, text);
}

static void put_text(writer *w, const char *text) {
  if (w->st == CS_OK) w->st = cs_canon_text(text, w->out);
}

static void put_pair(writer *w, const char *key, const char *text) {
  put_text(w, key);
  put(w, ":");
  put_text(w, text);
}

static void put_number(writer *w, uint64_t n) {
  if (w->st == CS_OK)
    w->st = cs_buf_printf(w->out, "%llu", (unsigned long long)n);
}

/* --- parts --------------------------------------------------------------- */

static const struct {
  int field; /* a cs_policy_field; CS_POLICY_FIELDS: none */
} first[] = {
#define CS_POLICY_NOTHING CS_POLICY_FIELDS
#define X(id, key, a, b)  {(int)CS_POLICY_##a},
    CS_REPORT_LIST(X)
#undef X
#undef CS_POLICY_NOTHING
};

/* Numbers and words as they are, lists by their length: a report is no place
 * for what is in them. */
static void put_value(writer *w, const cs_report *r, cs_report_key k) {
  int id = first[k].field;
  if (id == (int)CS_POLICY_FIELDS) {
    put(w, "null");
    return;
  }
  const cs_pvalue *v = cs_policy_value(r->policy, (cs_policy_field)id);
  switch ((cs_pvalue_kind)v->kind) {
    case CS_PV_NONE: put(w, "null"); break;
    case CS_PV_BOOL: put(w, v->number ? "true" : "false"); break;
    case CS_PV_INT: put_number(w, v->number); break;
    case CS_PV_TEXT: put_text(w, v->text); break;
    case CS_PV_LIST:
    case CS_PV_MAP: put_number(w, v->n); break;
  }
}

static void put_cell(writer *w, const cs_report *r, cs_report_key k) {
  const cs_report_cell *c = &r->at[k];
  put_text(w, cs_report_key_name(k));
  put(w, ":{\"value\":");
  put_value(w, r, k);
  put(w, c->requested ? ",\"requested\":true," : ",\"requested\":false,");
  put_pair(w, "word", cs_report_word_name(c->word));
  put(w, ",\"by\":[");
  bool any = false;
  for (int i = 0; i < CS_BY_COUNT; i++) {
    if (!(c->by >> i & 1)) continue;
    if (any) put(w, ",");
    put_text(w, cs_report_by_name(i));
    any = true;
  }
  put(w, "]");
  if (c->why[0]) {
    put(w, ",");
    put_pair(w, "detail", c->why);
  }
  put(w, "}");
}

static void put_probes(writer *w, const cs_probes *p) {
  for (int i = 0; i < CS_PROBE_COUNT; i++) {
    char text[160];
    const cs_probe *at = &p->at[i];
    if (at->state == CS_PROBE_OK)
      snprintf(text, sizeof text, "ok");
    else if (at->state == CS_PROBE_UNTRIED)
      snprintf(text, sizeof text, "untried");
    else
      snprintf(text, sizeof text, "fail: %s", at->why);
    if (i > 0) put(w, ",");
    put_pair(w, cs_report_probe_name((cs_probe_id)i), text);
  }
}

/* Requested gaps: those that were accepted, or all of them. */
static void put_missing(writer *w, const cs_report *r) {
  bool any = false;
  for (int k = 0; k < CS_REPORT_KEYS; k++) {
    const cs_report_cell *c = &r->at[k];
    if (!c->requested || c->word == CS_REPORT_ENFORCED) continue;
    if (any) put(w, ",");
    put_text(w, cs_report_key_name((cs_report_key)k));
    any = true;
  }
}

static bool is_full(const cs_report *r) {
  for (int k = 0; k < CS_REPORT_KEYS; k++)
    if (r->at[k].requested && r->at[k].word != CS_REPORT_ENFORCED) return false;
  return r->available;
}

static void put_host(writer *w, const cs_report *r, const cs_report_host *h) {
  const char *const groups[] = {"none", "v1", "v2"};
  put(w, "\"host\":{");
  put_pair(w, "kernel", h->kernel);
  put(w, ",");
  put_pair(w, "cgroup", groups[r->probes->cgroup % 3]);
  put(w, ",\"landlock_abi\":");
  put_number(w, r->probes->landlock);
  put(w, ",");
  put_pair(w, "boot_id", h->boot);
  put(w, "}");
}

/* Is what is to run code looked at from outside, before it does? */
static bool is_looked_at(const cs_report *r) {
  const cs_depth_row *row = cs_report_row(r->depth);
  if (cs_depth_is_worker(row))
    return cs_probe_holds(r->probes, CS_PROBE_WORKER_SEEN);
  return cs_depth_is(row, CS_IS_JAIL) && r->available;
}

static void put_head(writer *w, const cs_report *r) {
  char hash[CS_POLICY_HASH] = "";
  const char *name = cs_policy_text(r->policy, CS_POLICY_NAME);
  if (w->st == CS_OK) w->st = cs_canon_hash(r->policy, hash);
  put(w, "{");
  put_pair(w, "schema", "caisson.enforcement/1");
  put(w, ",");
  put_pair(w, "depth", cs_report_depth_name(r->depth));
  put(w, cs_depth_is_worker(cs_report_row(r->depth)) ? ",\"worker\":true,"
                                                     : ",\"worker\":false,");
  put_pair(w, "policy", name ? name : "default");
  put(w, ",");
  put_pair(w, "policy_hash", hash);
  put(w, r->available ? ",\"available\":true," : ",\"available\":false,");
  put_pair(w, "level", is_full(r) ? "full" : "degraded");
  put(w,
      is_looked_at(r) ? ",\"verified_live\":true" : ",\"verified_live\":false");
  put(w, ",\"missing\":[");
  put_missing(w, r);
  put(w, "],");
}

cs_status cs_report_json(const cs_report *r, const cs_report_host *h,
                         cs_buf *out) {
  writer w = {out, CS_OK};
  put_head(&w, r);
  put_host(&w, r, h);
  if (h->probed_at) {
    put(&w, ",");
    put_pair(&w, "probed_at", h->probed_at);
  }
  put(&w, ",\"probes\":{");
  put_probes(&w, r->probes);
  put(&w, "},\"fields\":{");
  for (int k = 0; k < CS_REPORT_KEYS; k++) {
    if (k > 0) put(&w, ",");
    put_cell(&w, r, (cs_report_key)k);
  }
  put(&w, "}}");
  return w.st;
}

cs_status cs_report_hash(const cs_report *r, char out[CS_REPORT_HASH]) {
  cs_report_host h;
  cs_buf text;
  uint8_t digest[32];
  cs_report_host_look(&h);
  cs_buf_init(&text, JSON_MAX);
  cs_status st = cs_report_json(r, &h, &text);
  if (st == CS_OK) {
    cs_digest_of(CS_DIGEST_SHA256, text.data, text.len, digest);
    int n = snprintf(out, CS_REPORT_HASH, "sha256:");
    for (int i = 0; i < 32; i++)
      n += snprintf(out + n, CS_REPORT_HASH - (size_t)n, "%02x", digest[i]);
  }
  cs_buf_fini(&text);
  return st;
}
