/*
 * rpc.c - JSON-RPC frames.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/rpc.h"

#include <string.h>

#include "base/weaken.h"

/* The parser recurses, so nesting is measured before it sees the text.  Inside
 * of strings only the quote matters; what is no JSON at all is its business. */
static bool is_too_deep(const char *s, size_t n) {
  size_t depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < n; i++) {
    if (quoted) {
      if (s[i] == '\\')
        i++;
      else if (s[i] == '"')
        quoted = false;
    } else if (s[i] == '"') {
      quoted = true;
    } else if (s[i] == '[' || s[i] == '{') {
      if (++depth > CS_RPC_DEPTH) return true;
    } else if (depth > 0 && (s[i] == ']' || s[i] == '}')) {
      depth--;
    }
  }
  return false;
}

json_t *cs_rpc_parse(const char *text, size_t n, const char **why) {
  json_error_t err;
  bool capped = !cs_weaken("L04"); /* redteam: L04 */
  if (capped && n > CS_RPC_MAX) {
    *why = "the message is longer than 8 MiB";
    return NULL;
  }
  if (capped && is_too_deep(text, n)) {
    *why = "the message is nested deeper than 64 levels";
    return NULL;
  }
  size_t twice = capped ? JSON_REJECT_DUPLICATES : 0;
  json_t *v =
      json_loadb(text, n, twice | JSON_ALLOW_NUL | JSON_DECODE_ANY, &err);
  if (v) return v;
  enum json_error_code code = json_error_code(&err);
  *why = code == json_error_duplicate_key      ? "a key is there twice"
         : code == json_error_invalid_utf8     ? "the message is not UTF-8"
         : code == json_error_numeric_overflow ? "a number is too large"
                                               : "the message is no JSON";
  return NULL;
}

static bool is_id(const json_t *id) {
  return json_is_string(id) || json_is_number(id);
}

void cs_rpc_read(json_t *frame, cs_rpc_message *out) {
  *out = (cs_rpc_message){.kind = CS_RPC_IS_BROKEN};
  if (json_is_array(frame)) out->kind = CS_RPC_IS_BATCH;
  if (!json_is_object(frame)) return;
  json_t *id = json_object_get(frame, "id");
  if (is_id(id)) out->id = id;
  const char *version = cs_rpc_text(frame, "jsonrpc");
  if (!version || strcmp(version, "2.0") != 0) return;
  out->params = json_object_get(frame, "params");
  out->method = cs_rpc_text(frame, "method");
  if (!out->method) {
    bool reply =
        json_object_get(frame, "result") || json_object_get(frame, "error");
    if (reply && out->id) out->kind = CS_RPC_IS_REPLY;
    return;
  }
  if (out->params && !json_is_object(out->params)) return;
  json_t *meta = json_object_get(out->params, "_meta");
  if (json_is_object(meta)) out->meta = meta;
  if (!id)
    out->kind = CS_RPC_IS_NOTIFICATION;
  else if (out->id)
    out->kind = CS_RPC_IS_REQUEST;
}

json_t *cs_rpc_result(json_t *id, json_t *result) {
  return json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result",
                   result);
}

json_t *cs_rpc_error(json_t *id, int code, const char *text, json_t *data) {
  return json_pack("{s:s, s:o, s:{s:i, s:s, s:o*}}", "jsonrpc", "2.0", "id",
                   id ? json_incref(id) : json_null(), "error", "code", code,
                   "message", text, "data", data);
}

json_t *cs_rpc_notice(const char *method, json_t *params) {
  return json_pack("{s:s, s:s, s:o*}", "jsonrpc", "2.0", "method", method,
                   "params", params);
}

const char *cs_rpc_text(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}
