/*
 * schema.c - what tools give back, as JSON Schema.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/schema.h"

#include "base/buf.h"

#define COMMON                                                           \
  "{'$schema':'https://json-schema.org/draft/2020-12/schema',"           \
  "'type':'object','required':['schema','status'],'properties':{"        \
  "'schema':{'type':'string'},"                                          \
  "'status':{'enum':['ok','error','invalid','timeout','limit','denied'," \
  "'suspended','cancelled','crashed','running']},"                       \
  "'session_id':{'type':'string'},'message':{'type':'string'},"          \
  "'error':{'type':'object','properties':{'type':{'type':'string'},"     \
  "'message':{'type':'string'},'phase':{'type':'string'},"               \
  "'line':{'type':'integer'},'column':{'type':'integer'},"               \
  "'traceback':{'type':'array','items':{'type':'string'}}},"             \
  "'required':['type','message']},"                                      \
  "'denials':{'type':'array','items':{'type':'object','properties':{"    \
  "'schema':{'type':'string'},"                                          \
  "'capability':{'type':'string'},'object':{'type':'string'},"           \
  "'rule':{'type':'string'},'code':{'type':'string'},"                   \
  "'reason':{'type':'string'},'remedy':{'type':'string'},"               \
  "'allowed':{'type':'array'},'count':{'type':'integer'}}}},"

json_t *cs_schema_output(const char *properties) {
  cs_buf b;
  json_t *v = NULL;
  cs_buf_init(&b, 65536);
  if (cs_buf_printf(&b, "%s%s}}", COMMON, properties) == CS_OK) {
    for (size_t i = 0; i < b.len; i++)
      if (b.data[i] == '\'') b.data[i] = '"';
    v = json_loadb(b.data, b.len, 0, NULL);
  }
  cs_buf_fini(&b);
  return v;
}
