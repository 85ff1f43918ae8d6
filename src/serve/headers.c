/*
 * headers.c - what the headers of a request say, and whether its body says the
 * same.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/headers.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "serve/proto.h"
#include "serve/text.h"

static const char *const names[] = {
#define X(symbol, name) [CS_HEADER_##symbol] = name,
    CS_HEADER_LIST(X)
#undef X
};

/* White space around a value is not part of it (RFC 9110, 5.5). */
static char *copy(const char *value) {
  size_t n = strlen(value);
  while (n > 0 && (value[n - 1] == ' ' || value[n - 1] == '\t')) n--;
  size_t from = strspn(value, " \t");
  return from < n ? strndup(value + from, n - from) : strdup("");
}

static enum MHD_Result take(void *cls, enum MHD_ValueKind kind, const char *key,
                            const char *value) {
  cs_headers *h = cls;
  (void)kind;
  for (size_t i = 0; i < CS_HEADERS; i++) {
    if (strcasecmp(key, names[i]) != 0) continue;
    if (h->at[i])
      h->twice |= i != CS_HEADER_ACCEPT;
    else
      h->at[i] = copy(value ? value : "");
  }
  return MHD_YES;
}

void cs_headers_read(const cs_mhd *m, struct MHD_Connection *c,
                     cs_headers *out) {
  *out = (cs_headers){.twice = false};
  (void)m->get_connection_values(c, MHD_HEADER_KIND, take, out);
  const char *type = out->at[CS_HEADER_TYPE];
  const char *accept = out->at[CS_HEADER_ACCEPT];
  out->json = type && strncasecmp(type, "application/json", 16) == 0 &&
              (type[16] == '\0' || type[16] == ';' || type[16] == ' ');
  out->streams = accept && strcasestr(accept, "text/event-stream");
}

void cs_headers_fini(cs_headers *h) {
  for (size_t i = 0; i < CS_HEADERS; i++) free(h->at[i]);
}

char *cs_headers_decode(const char *value) {
  static const char open[] = "=?base64?";
  size_t n = strlen(value), k = sizeof open - 1, len;
  if (n < k + 2 || strncmp(value, open, k) != 0 ||
      strcmp(value + n - 2, "?=") != 0)
    return strdup(value);
  char *bytes = cs_text_unbase64(value + k, n - k - 2, &len);
  if (bytes && strlen(bytes) == len) return bytes;
  free(bytes);
  return NULL;
}

static bool same(const char *header, const char *body) {
  char *said = header ? cs_headers_decode(header) : NULL;
  bool equal = said && body && strcmp(said, body) == 0;
  free(said);
  return equal;
}

/* The parameter that Mcp-Name repeats; NULL: this method has none. */
static const char *named_by(const char *method) {
  if (strcmp(method, "tools/call") == 0 || strcmp(method, "prompts/get") == 0)
    return "name";
  return strcmp(method, "resources/read") == 0 ? "uri" : NULL;
}

bool cs_headers_match(const cs_headers *h, const cs_rpc_message *m,
                      const char **why) {
  const char *key = named_by(m->method);
  *why = "MCP-Protocol-Version must be that of params._meta";
  if (!same(h->at[CS_HEADER_VERSION], cs_rpc_text(m->meta, CS_META_VERSION)))
    return false;
  *why = "Mcp-Method must be the method";
  if (!same(h->at[CS_HEADER_METHOD], m->method)) return false;
  *why = "Mcp-Name must be what the request names";
  return !key || same(h->at[CS_HEADER_NAME], cs_rpc_text(m->params, key));
}
