/*
 * boxshown.c - secrets that the programs of a sandbox see themselves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/boxshown.h"

#include <stdlib.h>
#include <string.h>

#include "audit/secret.h"
#include "base/buf.h"
#include "egress/source.h"
#include "jail/jail.h"

/* --- the spec ------------------------------------------------------------- */

static json_t *describe(const cs_policy *p, const char *name) {
  char variable[129];
  const cs_pvalue *e =
      cs_pvalue_find(cs_policy_value(p, CS_POLICY_SECRETS), name);
  const cs_pvalue *from = e ? cs_pvalue_find(e, "from") : NULL;
  if (!from || from->kind != CS_PV_TEXT) return NULL;
  cs_source_variable(p, name, variable);
  return json_pack("{s:s, s:s, s:s, s:s}", "name", name, "mode", "env",
                   "variable", variable, "from", from->text);
}

cs_status cs_boxshown_keep(const cs_policy *p, const json_t *names, json_t *to,
                           json_t **bound, cs_error *err) {
  json_t *shown = json_array(), *others = json_array();
  cs_status st = shown && others ? CS_OK : CS_EOS;
  for (size_t i = 0; st == CS_OK && i < json_array_size(names); i++) {
    json_t *name = json_array_get(names, i);
    const char *text = json_string_value(name);
    int rc = cs_source_is_open(p, text)
                 ? json_array_append_new(shown, describe(p, text))
                 : json_array_append(others, name);
    if (rc != 0)
      st = cs_error_set(err, CS_EINVAL, "the secret '%.60s' has no source",
                        text);
  }
  if (st == CS_OK && json_array_size(shown) > 0 &&
      json_object_set(to, "shown", shown) != 0)
    st = cs_error_set(err, CS_EOS, "no memory for secrets");
  json_decref(shown);
  if (st == CS_OK)
    *bound = others;
  else
    json_decref(others);
  return st;
}

/* --- values --------------------------------------------------------------- */

static cs_status put_text(cs_buf *out, const char *text) {
  return text ? cs_buf_put(out, text, strlen(text) + 1) : CS_ECORRUPT;
}

static cs_status put_value(const json_t *o, cs_vault_secret *s, cs_buf *out,
                           cs_error *err) {
  const char *name = json_string_value(json_object_get(o, "name"));
  const char *from = json_string_value(json_object_get(o, "from"));
  const char *variable = json_string_value(json_object_get(o, "variable"));
  if (!name || !from || !variable)
    return cs_error_set(err, CS_ECORRUPT, "the sandbox's secrets are damaged");
  cs_status st = cs_source_read(name, from, s, err);
  if (st == CS_OK && s->nvalue < CS_SECRET_MIN)
    st = cs_error_set(err, CS_EINVAL,
                      "the secret %.60s has 'mode: env' and less than %d "
                      "bytes, too few to be found in logs; bind it to 'hosts'",
                      name, CS_SECRET_MIN);
  if (st == CS_OK) st = put_text(out, name);
  if (st == CS_OK) st = put_text(out, variable);
  if (st == CS_OK) st = cs_buf_put(out, s->value, s->nvalue);
  return st == CS_OK ? cs_buf_put(out, "", 1) : st;
}

cs_status cs_boxshown_open(const json_t *spec, int *out, cs_error *err) {
  const json_t *shown = json_object_get(spec, "shown");
  size_t n = json_array_size(shown);
  cs_vault_secret *s = NULL;
  cs_buf bytes;
  *out = -1;
  if (n == 0) return CS_OK;
  cs_buf_init(&bytes, 1 << 20);
  s = calloc(1, sizeof *s);
  cs_status st =
      s ? CS_OK : cs_error_set(err, CS_EOS, "no memory for a secret");
  for (size_t i = 0; st == CS_OK && i < n; i++)
    st = put_value(json_array_get(shown, i), s, &bytes, err);
  if (st == CS_OK) *out = cs_jail_seal("caisson-env", bytes.data, bytes.len);
  if (st == CS_OK && *out < 0)
    st = cs_error_os(err, "no memory file for secrets");
  if (bytes.data) explicit_bzero(bytes.data, bytes.room);
  cs_buf_fini(&bytes);
  if (s) explicit_bzero(s, sizeof *s);
  free(s);
  return st;
}
