/*
 * policy.c - caisson policy check, diff, init, schema.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "cli/effective.h"
#include "cli/json.h"
#include "cli/verbs.h"
#include "policy/canon.h"
#include "policy/load.h"
#include "policy/narrow.h"
#include "policy/scalar.h"
#include "policy/schema_json.h"

static int too_few(const cs_settings *s, const char *todo) {
  return cs_cli_fail(s, "no policy",
                     "the command line names too few or too "
                     "many files",
                     todo);
}

/* --- check --------------------------------------------------------------- */

static void put_fault(cs_json *j, const cs_policy_fault *f) {
  cs_json_key(j, "error");
  cs_json_open(j, '{');
  cs_json_text(j, "type", f->code);
  cs_json_text(j, "message", f->text);
  cs_json_text(j, "file", f->file);
  if (f->line) cs_json_int(j, "line", f->line);
  if (f->column) cs_json_int(j, "column", f->column);
  if (f->key[0]) cs_json_text(j, "key", f->key);
  if (f->nearest[0]) cs_json_text(j, "nearest", f->nearest);
  cs_json_close(j, '}');
}

static void print_check(const cs_settings *s, const char *hash,
                        const cs_policy_fault *f) {
  if (!s->json) {
    if (hash)
      printf("ok    %s   hash %s\n", s->argv[0], hash);
    else
      (void)cs_effective_fail(s, f);
    return;
  }
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.policy_check/1");
  cs_json_bool(&j, "valid", hash != NULL);
  if (hash)
    cs_json_text(&j, "policy_hash", hash);
  else
    put_fault(&j, f);
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

/* 0 it is valid, 1 it is not, 125 it cannot be had. */
int cs_cli_policy_check(const cs_settings *s) {
  cs_policy *p = NULL;
  cs_policy_fault f = {0};
  char hash[CS_POLICY_HASH];
  if (s->argc != 1) return too_few(s, "write 'caisson policy check FILE'");
  cs_status st = cs_load_file(s->argv[0], CS_POLICY_OWNER, &p, &f);
  if (st == CS_OK) st = cs_canon_hash(p, hash);
  cs_policy_free(p);
  if (st != CS_OK && !f.code) (void)cs_fault_memory(&f);
  print_check(s, st == CS_OK ? hash : NULL, &f);
  if (st == CS_OK) return 0;
  return cs_fault_of(&f) == CS_FAULT_INVALID ? 1 : CS_EXIT_OURS;
}

/* --- diff ---------------------------------------------------------------- */

static int load_named(const cs_settings *s, const char *name, cs_policy **out) {
  cs_policy_fault f = {0};
  cs_status st = cs_profile_text(name)
                     ? cs_load_profile(name, CS_POLICY_OWNER, out, &f)
                     : cs_load_file(name, CS_POLICY_OWNER, out, &f);
  return st == CS_OK ? 0 : cs_effective_fail(s, &f);
}

static void value_text(const cs_policy *p, cs_policy_field id, cs_buf *out) {
  cs_buf_clear(out);
  (void)!cs_canon_value(cs_policy_value(p, id), out);
}

static size_t print_diff(const cs_settings *s, const cs_policy *a,
                         const cs_policy *b) {
  static const char *const words[] = {"equal", "narrower", "wider", "other"};
  cs_buf x, y;
  cs_json j;
  size_t n = 0;
  cs_buf_init(&x, CS_POLICY_JSON_MAX);
  cs_buf_init(&y, CS_POLICY_JSON_MAX);
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.policy_diff/1");
  cs_json_key(&j, "fields");
  cs_json_open(&j, '[');
  for (cs_policy_field id = CS_POLICY_DEPTH; id < CS_POLICY_FIELDS; id++) {
    cs_narrow_word word = cs_narrow_compare(a, b, id);
    if (word == CS_NARROW_EQUAL) continue;
    n++;
    value_text(a, id, &x);
    value_text(b, id, &y);
    if (!s->json)
      printf("%-8s  %s   %s -> %s\n", words[word], cs_schema[id].key,
             cs_buf_text(&x), cs_buf_text(&y));
    cs_json_key(&j, NULL);
    cs_json_open(&j, '{');
    cs_json_text(&j, "key", cs_schema[id].key);
    cs_json_text(&j, "change", words[word]);
    cs_json_raw(&j, "from", cs_buf_text(&x), x.len);
    cs_json_raw(&j, "to", cs_buf_text(&y), y.len);
    cs_json_close(&j, '}');
  }
  cs_json_close(&j, ']');
  cs_json_close(&j, '}');
  if (s->json)
    cs_json_print(&j);
  else
    cs_buf_fini(&j.out);
  cs_buf_fini(&x);
  cs_buf_fini(&y);
  return n;
}

/* 0 both mean the same, 1 they do not. */
int cs_cli_policy_diff(const cs_settings *s) {
  cs_policy *a = NULL, *b = NULL;
  if (s->argc != 2) return too_few(s, "write 'caisson policy diff A B'");
  int code = load_named(s, s->argv[0], &a);
  if (!code) code = load_named(s, s->argv[1], &b);
  if (!code) code = print_diff(s, a, b) ? 1 : 0;
  cs_policy_free(a);
  cs_policy_free(b);
  return code;
}

/* --- init ---------------------------------------------------------------- */

static bool is_number(const cs_pfield *f) {
  return f->type == CS_TYPE_COUNT || f->type == CS_TYPE_SIZE ||
         f->type == CS_TYPE_TIME || f->type == CS_TYPE_CPUS;
}

static void print_field(const cs_policy *p, cs_policy_field id,
                        const char *indent, const char *name) {
  const cs_pfield *f = &cs_schema[id];
  const cs_pvalue *v = cs_policy_value(p, id);
  char number[32];
  cs_buf b;
  cs_buf_init(&b, CS_POLICY_JSON_MAX);
  if (is_number(f) && v->kind == CS_PV_INT) {
    cs_scalar_print(f->type, v->number, number);
    (void)!cs_buf_put_text(&b, number);
  } else if (v->kind == CS_PV_NONE) {
    (void)!cs_buf_put_text(&b, "...");
  } else {
    (void)!cs_canon_value(v, &b);
  }
  printf("%s%s%s: %s   # %s\n", v->given ? "" : "#", indent, name,
         cs_buf_text(&b), f->meaning);
  cs_buf_fini(&b);
}

/* A section is a comment unless one of its fields is set. */
static bool has_given(const cs_policy *p, const char *section, size_t n) {
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++)
    if (strncmp(cs_schema[id].key, section, n) == 0 &&
        cs_schema[id].key[n] == '.' && cs_policy_is_set(p, id))
      return true;
  return false;
}

static void print_file(const cs_policy *p) {
  const char *open = "";
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++) {
    const char *key = cs_schema[id].key, *dot = strchr(key, '.');
    size_t n = dot ? (size_t)(dot - key) : 0;
    if (id == CS_POLICY_EXTENDS) continue;
    if (n && !(strncmp(open, key, n) == 0 && open[n] == '.'))
      printf("\n%s%.*s:\n", has_given(p, key, n) ? "" : "#", (int)n, key);
    print_field(p, id, n ? "  " : "", n ? dot + 1 : key);
    open = key;
  }
}

int cs_cli_policy_init(const cs_settings *s) {
  cs_policy *p = NULL;
  int code = load_named(s, s->profile ? s->profile : "default", &p);
  if (code) return code;
  puts("# A Caisson policy.  Lines with # show what holds without them.");
  print_file(p);
  cs_policy_free(p);
  return 0;
}

/* --- schema -------------------------------------------------------------- */

int cs_cli_policy_schema(const cs_settings *s) {
  cs_buf b;
  cs_buf_init(&b, CS_POLICY_JSON_MAX);
  cs_status st = cs_schema_json_print(&b);
  if (st == CS_OK) fputs(cs_buf_text(&b), stdout);
  cs_buf_fini(&b);
  if (st == CS_OK) return 0;
  return cs_cli_fail(s, "no schema", "no memory", "close programs");
}
