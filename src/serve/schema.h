/*
 * schema.h - what tools give back, as JSON Schema.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_SCHEMA_H
#define CS_SERVE_SCHEMA_H

#include <jansson.h>

/* Properties besides those that every result has. */
#define CS_SCHEMA_RESULT                                                      \
  "'run_id':{'type':'string'},'depth':{'enum':['interp','process','image']}," \
  "'depth_reason':{'type':'string'},'sandbox':{'type':'string'},"             \
  "'image':{'type':'string'},'reason':{'type':'string'},"                     \
  "'leftover':{'type':'integer'},"                                            \
  "'value':{},'value_repr':{'type':'string'},"                                \
  "'value_repr_cut':{'type':'boolean'},'value_present':{'type':'boolean'},"   \
  "'stdout':{'type':'string'},'stderr':{'type':'string'},"                    \
  "'stdout_bytes':{'type':'integer'},'stderr_bytes':{'type':'integer'},"      \
  "'stdout_b64':{'type':'string'},'stderr_b64':{'type':'string'},"            \
  "'truncated':{'type':'boolean'},'output_ref':{'type':'string'},"            \
  "'exit_code':{'type':'integer'},'signal':{'type':'integer'},"               \
  "'limit':{'type':'string'},'duration_ms':{'type':'number'},"                \
  "'files':{'type':'array','items':{'type':'object','properties':{"           \
  "'path':{'type':'string'},'change':{'type':'string'},"                      \
  "'size':{'type':'integer'},'mime':{'type':'string'},"                       \
  "'sha256':{'type':'string'}},'required':['path','change']}},"               \
  "'files_cut':{'type':'boolean'},"                                           \
  "'usage':{'type':'object','properties':{'cpu_ms':{'type':'number'},"        \
  "'memory_peak_bytes':{'type':'integer'},'fuel':{'type':'integer'},"         \
  "'host_calls':{'type':'integer'}}},"                                        \
  "'enforcement':{'type':'object','properties':{"                             \
  "'level':{'enum':['full','degraded']},"                                     \
  "'missing':{'type':'array','items':{'type':'string'}},"                     \
  "'hash':{'type':'string'}}},'limit_hits':{'type':'object'},"                \
  "'warnings':{'type':'array','items':{'type':'string'}}"
#define CS_SCHEMA_OUTPUT                                              \
  "'text':{'type':'string'},'offset':{'type':'integer'},"             \
  "'next_offset':{'type':'integer'},'kept_bytes':{'type':'integer'}," \
  "'total_bytes':{'type':'integer'}"
#define CS_SCHEMA_FILE                                    \
  "'path':{'type':'string'},'text':{'type':'string'},"    \
  "'base64':{'type':'string'},'size':{'type':'integer'}," \
  "'kind':{'enum':['file','dir','link','other']},"        \
  "'mtime_ms':{'type':'integer'},'truncated':{'type':'boolean'}"
#define CS_SCHEMA_LIST                                                      \
  "'path':{'type':'string'},'truncated':{'type':'boolean'},"                \
  "'entries':{'type':'array','items':{'type':'object','properties':{"       \
  "'name':{'type':'string'},'kind':{'enum':['file','dir','link','other']}," \
  "'size':{'type':'integer'}},'required':['name','kind']}}"
#define CS_SCHEMA_SANDBOX                                               \
  "'name':{'type':'string'},'sandbox_status':{'type':'string'},"        \
  "'image':{'type':'string'},'image_digest':{'type':'string'},"         \
  "'created_ms':{'type':'integer'},'expires_ms':{'type':'integer'},"    \
  "'idle_ms':{'type':'integer'},'limits':{'type':'object'},"            \
  "'metrics':{'type':'object'},"                                        \
  "'sandboxes':{'type':'array','items':{'type':'object','properties':{" \
  "'name':{'type':'string'},'sandbox_status':{'type':'string'},"        \
  "'image':{'type':'string'}},'required':['name','sandbox_status']}}"
#define CS_SCHEMA_SESSIONS                                                \
  "'sessions':{'type':'array','items':{'type':'object','properties':{"    \
  "'session_id':{'type':'string'},'depth':{'enum':['interp','process']}," \
  "'busy':{'type':'boolean'},'idle_ms':{'type':'integer'},"               \
  "'expires_ms':{'type':'integer'},'runs':{'type':'integer'}},"           \
  "'required':['session_id','depth','busy']}},"                           \
  "'closed':{'type':'boolean'}"
#define CS_SCHEMA_DIFF                                                \
  "'changes':{'type':'array','items':{'type':'object','properties':{" \
  "'path':{'type':'string'},'change':{'type':'string'},"              \
  "'size':{'type':'integer'}},'required':['path','change']}},"        \
  "'truncated':{'type':'boolean'}"
#define CS_SCHEMA_SNAPSHOT                                      \
  "'snapshot_id':{'type':'string'},'bytes':{'type':'integer'}," \
  "'session_ids':{'type':'array','items':{'type':'string'}}"
#define CS_SCHEMA_PERMISSION \
  "'decision':{'enum':['granted','refused','pending']}"
#define CS_SCHEMA_INSTALLED                                          \
  "'version':{'type':'string'},"                                     \
  "'depths':{'type':'array','items':{'type':'object','properties':{" \
  "'depth':{'type':'string'},'available':{'type':'boolean'},"        \
  "'missing':{'type':'array','items':{'type':'string'}}},"           \
  "'required':['depth','available']}}"

/* The schema of a result with these properties; NULL: no memory. */
json_t *cs_schema_output(const char *properties);

#endif
