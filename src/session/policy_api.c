/*
 * policy_api.c - policies as caisson.h has them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "policy/canon.h"
#include "policy/load.h"
#include "policy/narrow.h"
#include "policy/schema_json.h"
#include "session/session_in.h"

cs_status cs_policy_load(const char *path, cs_policy_level level,
                         cs_policy **out, cs_policy_fault *fault) {
  return cs_load_file(path, level, out, fault);
}

cs_status cs_policy_parse(const char *text, size_t len, const char *name,
                          cs_policy_level level, cs_policy **out,
                          cs_policy_fault *fault) {
  return cs_load_text(text, len, name, level, out, fault);
}

cs_status cs_policy_profile(const char *name, cs_policy **out,
                            cs_policy_fault *fault) {
  return cs_load_profile(name, CS_POLICY_OWNER, out, fault);
}

cs_status cs_policy_narrow(const cs_policy *above, const cs_policy *by,
                           cs_policy_level level, cs_policy **out,
                           cs_policy_fault *fault) {
  return cs_narrow_policy(above, by, level, out, fault);
}

bool cs_policy_within(const cs_policy *a, const cs_policy *b,
                      const char **key) {
  cs_policy_field id;
  bool within = cs_narrow_is_within(a, b, &id);
  if (key) *key = within ? NULL : cs_schema[id].key;
  return within;
}

cs_status cs_policy_hash(const cs_policy *p, char out[CS_POLICY_HASH]) {
  return cs_canon_hash(p, out);
}

/* The text of a buffer that was filled, or NULL. */
static char *give(cs_buf *b, cs_status st) {
  char *text = st == CS_OK ? cs_buf_release(b) : NULL;
  cs_buf_fini(b);
  return text;
}

char *cs_policy_json(const cs_policy *p) {
  cs_buf b;
  cs_buf_init(&b, CS_POLICY_JSON_MAX);
  return give(&b, cs_canon_file(p, &b));
}

char *cs_policy_schema(void) {
  cs_buf b;
  cs_buf_init(&b, CS_POLICY_JSON_MAX);
  return give(&b, cs_schema_json_print(&b));
}

char *cs_policy_origin_of(const cs_policy *p, const char *key) {
  cs_policy_field id = cs_schema_find(key);
  if (id == CS_POLICY_FIELDS) return NULL;
  cs_policy_origin o = cs_policy_where(p, cs_policy_value(p, id));
  cs_buf b;
  cs_buf_init(&b, 8192);
  return give(&b, o.line ? cs_buf_printf(&b, "%s:%u", o.file, o.line)
                         : cs_buf_put_text(&b, o.file));
}
