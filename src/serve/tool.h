/*
 * tool.h - the tools of the server: one row each.
 *
 * A row has everything: name, arguments, what it gives, when it is of use, what
 * it does.  tools/list, the check of arguments and docs/mcp.md read the rows.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_TOOL_H
#define CS_SERVE_TOOL_H

#include "serve/args.h"
#include "serve/box.h"
#include "serve/job.h"

enum {                      /* cs_tool.flags */
       CS_TOOL_READS = 1,   /* changes nothing */
       CS_TOOL_REPEATS = 2, /* doing it again changes nothing more */
       CS_TOOL_DESTROYS = 4,
       CS_TOOL_RUNS = 8,     /* runs code: hints depend on what is granted */
       CS_TOOL_JAIL = 16,    /* only with depth process */
       CS_TOOL_INTERP = 32,  /* only with depth interp */
       CS_TOOL_FILES = 64,   /* only with mounts */
       CS_TOOL_SPAWNS = 128, /* only where programs may be started */
       CS_TOOL_ASKS = 256,   /* only where somebody can be asked */
       CS_TOOL_BOXES = 512   /* only where the policy allows an image */
};

typedef struct cs_tool {
  const char *name; /* NULL ends the table */
  const char *title;
  const char *about; /* NULL: what the server says about itself */
  uint32_t flags;
  const cs_arg *args;
  const char *schema; /* of its result: caisson.<kind>/1 */
  const char *output; /* JSON Schema of the fields besides schema, status,
                         error, session_id, denials */
  /* A whole result (result.h), made in a thread of its own; NULL: no
   * memory. */
  json_t *(*run)(cs_job *j);
} cs_tool;

extern const cs_tool cs_tools[];

/* The tool that is called so, also by an alias; NULL: there is none here.
 * `*arguments` is replaced, as owned, where the alias has other names. */
const cs_tool *cs_tool_find(const cs_terms *t, const char *name,
                            json_t **arguments);
/* The result of tools/list. */
json_t *cs_tool_list(const cs_terms *t);

/* --- what tools share ---------------------------------------------------- */

/* The box that the arguments name, or a new one; NULL: `*failed` is the
 * result. */
cs_box *cs_tool_box(cs_job *j, bool process, json_t **failed);
/* Its files; NULL: `*failed` is the result. */
cs_vfs *cs_tool_files(cs_job *j, cs_box *b, json_t **failed);
/* A result for an errno number about `path`. */
json_t *cs_tool_errno(cs_job *j, int code, const char *path);
/* Write a whole file, with the directories above it.  0 or an errno number. */
int cs_tool_write(cs_vfs *v, const char *path, const void *data, size_t n);
/* At most `most` bytes from `at` on, appended. */
int cs_tool_read(cs_vfs *v, const char *path, uint64_t at, size_t most,
                 cs_buf *out, uint64_t *size);

/* caisson://session/ID/files/PATH, to free(); NULL: no memory. */
char *cs_tool_uri(const char *id, const char *path);
/* The answer to resources/read; NULL: there is nothing of that name. */
json_t *cs_tool_resource(cs_server *s, cs_caller *c, const char *uri);

/* Set the times and the view of a run; NULL, or the result that says which of
 * them is more than is granted. */
json_t *cs_tool_check_limits(cs_job *j);
json_t *cs_tool_run_code(cs_job *j);
json_t *cs_tool_wait(cs_job *j);
json_t *cs_tool_read_output(cs_job *j);
json_t *cs_tool_run_shell(cs_job *j);
json_t *cs_tool_fs_read(cs_job *j);
json_t *cs_tool_fs_write(cs_job *j);
json_t *cs_tool_fs_list(cs_job *j);
json_t *cs_tool_fs_stat(cs_job *j);
json_t *cs_tool_fs_mkdir(cs_job *j);
json_t *cs_tool_fs_remove(cs_job *j);
json_t *cs_tool_session_list(cs_job *j);
json_t *cs_tool_session_close(cs_job *j);
json_t *cs_tool_session_diff(cs_job *j);
json_t *cs_tool_snapshot_create(cs_job *j);
json_t *cs_tool_snapshot_restore(cs_job *j);
json_t *cs_tool_snapshot_fork(cs_job *j);
json_t *cs_tool_request_permission(cs_job *j);
json_t *cs_tool_check_installed(cs_job *j);
json_t *cs_tool_sandbox_create(cs_job *j);
json_t *cs_tool_sandbox_list(cs_job *j);
json_t *cs_tool_sandbox_inspect(cs_job *j);
json_t *cs_tool_sandbox_metrics(cs_job *j);
json_t *cs_tool_sandbox_start(cs_job *j);
json_t *cs_tool_sandbox_stop(cs_job *j);
json_t *cs_tool_sandbox_remove(cs_job *j);
json_t *cs_tool_sandbox_exec(cs_job *j);
json_t *cs_tool_sandbox_run(cs_job *j);
json_t *cs_tool_sandbox_fs_read(cs_job *j);
json_t *cs_tool_sandbox_fs_write(cs_job *j);
json_t *cs_tool_sandbox_fs_list(cs_job *j);
json_t *cs_tool_sandbox_fs_stat(cs_job *j);
json_t *cs_tool_sandbox_fs_mkdir(cs_job *j);
json_t *cs_tool_sandbox_fs_remove(cs_job *j);

#endif
