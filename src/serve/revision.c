/*
 * revision.c - revisions of the protocol, and what each of them knows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/revision.h"

#include <string.h>

static const char *const names[] = {
#define X(name, number, text) [number] = text,
    CS_REVISION_LIST(X)
#undef X
};

const char *cs_revision_name(cs_revision v) {
  return names[v];
}

cs_revision cs_revision_find(const char *name) {
  for (int i = 0; name && i < CS_REVISION_COUNT; i++)
    if (strcmp(names[i], name) == 0) return (cs_revision)i;
  return CS_REVISION_NONE;
}

json_t *cs_revision_modern(void) {
  json_t *list = json_array();
  for (int i = CS_REVISION_MODERN; i < CS_REVISION_COUNT; i++)
    json_array_append_new(list, json_string(names[i]));
  return list;
}

/* Links to files came with 2025-06-18. */
static void drop_links(json_t *content) {
  for (size_t i = json_array_size(content); i-- > 0;) {
    json_t *type = json_object_get(json_array_get(content, i), "type");
    const char *name = json_string_value(type);
    if (name && strcmp(name, "resource_link") == 0)
      json_array_remove(content, i);
  }
}

static void fit_tool(json_t *tool, cs_revision v) {
  if (v < CS_V2025_03) json_object_del(tool, "annotations");
  if (v < CS_V2025_06) {
    json_object_del(tool, "outputSchema");
    json_object_del(tool, "title");
  }
  if (v != CS_V2025_11) json_object_del(tool, "execution");
}

json_t *cs_revision_fit(json_t *result, cs_revision v) {
  json_t *tool;
  size_t i;
  json_array_foreach(json_object_get(result, "tools"), i, tool)
      fit_tool(tool, v);
  if (v < CS_V2025_06) {
    json_object_del(result, "structuredContent");
    drop_links(json_object_get(result, "content"));
  }
  if (v >= CS_REVISION_MODERN) {
    if (!json_object_get(result, "resultType"))
      json_object_set_new(result, "resultType", json_string("complete"));
  } else {
    json_object_del(result, "ttlMs");
    json_object_del(result, "cacheScope");
  }
  return result;
}
