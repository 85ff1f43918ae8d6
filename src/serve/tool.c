/*
 * tool.c - the tools of the server: the table, its listing, its aliases.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/tool.h"

#include <string.h>

#include "policy/policy.h"
#include "policy/policy_view.h"
#include "serve/owned.h"
#include "serve/result.h"
#include "serve/rpc.h"
#include "serve/schema.h"

#define SESSION                                                             \
  {                                                                         \
    "session_id", CS_ARG_TEXT, false,                                       \
        "Session to use, from an earlier result; absent: a new one.", 0, 0, \
        NULL                                                                \
  }
#define THE_SESSION                                                            \
  {                                                                            \
    "session_id", CS_ARG_TEXT, true, "Session, from an earlier result.", 0, 0, \
        NULL                                                                   \
  }
#define PATH                                  \
  {                                           \
    "path", CS_ARG_TEXT, true,                \
        "Path in the sandbox; relative ones " \
        "start in the workspace.",            \
        0, 0, NULL                            \
  }
#define END \
  { NULL, CS_ARG_TEXT, false, NULL, 0, 0, NULL }
#define MS_MAX 86400000
#define NAME_OF(required) \
  { "name", CS_ARG_TEXT, required, "Name of the sandbox.", 0, 0, NULL }
#define EXEC_TIMES                                                           \
  {"timeout_ms",                                                             \
   CS_ARG_INT,                                                               \
   false,                                                                    \
   "Deadline of this call; only shorter than the limit.",                    \
   1,                                                                        \
   MS_MAX,                                                                   \
   NULL},                                                                    \
      {"max_output_bytes",                                                   \
       CS_ARG_INT,                                                           \
       false,                                                                \
       "Bytes of each stream to show; only fewer than the default.",         \
       1,                                                                    \
       INT64_C(1) << 40,                                                     \
       NULL},                                                                \
  {                                                                          \
    "yield_time_ms", CS_ARG_INT, false,                                      \
        "Return a run_id for wait if it takes longer than this.", 1, MS_MAX, \
        NULL                                                                 \
  }
#define EXEC_PLACE                                                              \
  {"cwd", CS_ARG_TEXT, false, "Directory in the sandbox to start in.",          \
   0,     0,           NULL},                                                   \
      {"env", CS_ARG_OBJECT, false, "Variables for this command.", 0, 0, NULL}, \
  {                                                                             \
    "stdin", CS_ARG_TEXT, false, "What the program reads.", 0, 0, NULL          \
  }
#define IMAGE                                                                 \
  {                                                                           \
    "image", CS_ARG_TEXT, false,                                              \
        "Image of its root file system; absent: the policy's default.", 0, 0, \
        NULL                                                                  \
  }
#define BOX_LIMITS                                                             \
  {"memory_mib", CS_ARG_INT,                                                   \
   false,        "Memory of all its processes; only within the limit.",        \
   64,           8192,                                                         \
   NULL},                                                                      \
      {"cpus", CS_ARG_INT, false, "Processors; only within the limit.",        \
       1,      64,         NULL},                                              \
  {                                                                            \
    "egress", CS_ARG_WORDS, false,                                             \
        "Hosts it may reach, of those that the policy allows; absent: all of " \
        "those.",                                                              \
        0, 0, NULL                                                             \
  }

static const cs_arg run_code_args[] = {
    {"code", CS_ARG_TEXT, true, "Python code to run.", 0, 0, NULL},
    {"language", CS_ARG_ENUM, false, "Language of the code.", 0, 0, "python"},
    SESSION,
    {"restart", CS_ARG_BOOL, false, "Clear the session's state first.", 0, 0,
     NULL},
    {"inputs", CS_ARG_OBJECT, false, "Variables to set before the run.", 0, 0,
     NULL},
    {"files", CS_ARG_FILES, false,
     "Files to write before the run, inside the workspace.", 0, 0, NULL},
    {"timeout_ms", CS_ARG_INT, false,
     "Deadline of this call; only shorter than the limit.", 1, MS_MAX, NULL},
    {"max_output_bytes", CS_ARG_INT, false,
     "Bytes of each stream to show; only fewer than the default.", 1,
     INT64_C(1) << 40, NULL},
    {"depth", CS_ARG_ENUM, false,
     "Where to run: interp (built-in Python) or process (CPython in a jail).",
     0, 0, "auto interp process"},
    {"yield_time_ms", CS_ARG_INT, false,
     "Return a run_id for wait if it takes longer than this.", 1, MS_MAX, NULL},
    END};

static const cs_arg wait_args[] = {
    {"run_id", CS_ARG_TEXT, true, "The run, from an earlier result.", 0, 0,
     NULL},
    {"wait_ms", CS_ARG_INT, false, "How long to wait; 10000.", 0, MS_MAX, NULL},
    END};

static const cs_arg output_args[] = {
    {"output_ref", CS_ARG_TEXT, true, "From a result that was truncated.", 0, 0,
     NULL},
    {"stream", CS_ARG_ENUM, false, "Which stream; stdout.", 0, 0,
     "stdout stderr"},
    {"offset", CS_ARG_INT, false, "First byte; 0.", 0, INT64_C(1) << 40, NULL},
    {"max_bytes", CS_ARG_INT, false, "How many; 16384.", 1, 65536, NULL},
    END};

static const cs_arg shell_args[] = {
    {"script", CS_ARG_TEXT, false, "Script for /bin/sh; or use command.", 0, 0,
     NULL},
    {"command", CS_ARG_WORDS, false,
     "Program and arguments, without a shell; or use script.", 0, 0, NULL},
    {"stdin", CS_ARG_TEXT, false, "What the program reads.", 0, 0, NULL},
    {"cwd", CS_ARG_TEXT, false, "Directory in the sandbox to start in.", 0, 0,
     NULL},
    {"timeout_ms", CS_ARG_INT, false,
     "Deadline of this call; only shorter than the limit.", 1, MS_MAX, NULL},
    {"max_output_bytes", CS_ARG_INT, false,
     "Bytes of each stream to show; only fewer than the default.", 1,
     INT64_C(1) << 40, NULL},
    {"yield_time_ms", CS_ARG_INT, false,
     "Return a run_id for wait if it takes longer than this.", 1, MS_MAX, NULL},
    END};

static const cs_arg path_args[] = {THE_SESSION, PATH, END};

static const cs_arg read_args[] = {
    THE_SESSION,
    PATH,
    {"offset", CS_ARG_INT, false, "First byte; 0.", 0, INT64_C(1) << 40, NULL},
    {"max_bytes", CS_ARG_INT, false, "How many; 65536.", 1, 1048576, NULL},
    END};

static const cs_arg write_args[] = {
    SESSION,
    PATH,
    {"text", CS_ARG_TEXT, false, "Content as text; or use base64.", 0, 0, NULL},
    {"base64", CS_ARG_TEXT, false, "Content as base64; or use text.", 0, 0,
     NULL},
    END};

/* --- of named sandboxes --------------------------------------------------- */

static const cs_arg box_create_args[] = {
    {"name", CS_ARG_TEXT, false, "A name for it; absent: one is made up.", 0, 0,
     NULL},
    IMAGE,
    BOX_LIMITS,
    {"env", CS_ARG_OBJECT, false, "Variables for all its commands.", 0, 0,
     NULL},
    {"idle_ms", CS_ARG_INT, false,
     "Stopped when nobody uses it for that long; only within the limit.", 100,
     INT64_C(2592000000), NULL},
    {"max_lifetime_ms", CS_ARG_INT, false,
     "Stopped after that time; only within the limit.", 100,
     INT64_C(2592000000), NULL},
    END};

static const cs_arg box_run_args[] = {
    IMAGE,
    {"command", CS_ARG_WORDS, true, "Program and arguments, without a shell.",
     0, 0, NULL},
    BOX_LIMITS,
    EXEC_PLACE,
    EXEC_TIMES,
    END};

static const cs_arg box_exec_args[] = {
    NAME_OF(true),
    {"command", CS_ARG_WORDS, true, "Program and arguments, without a shell.",
     0, 0, NULL},
    EXEC_PLACE,
    EXEC_TIMES,
    END};

static const cs_arg box_shell_args[] = {
    NAME_OF(true),
    {"script", CS_ARG_TEXT, true, "Script for the sandbox's shell.", 0, 0,
     NULL},
    EXEC_PLACE,
    EXEC_TIMES,
    END};

static const cs_arg box_args[] = {NAME_OF(true), END};

#define FILE_OF                                        \
  NAME_OF(false), {"session_id",                       \
                   CS_ARG_TEXT,                        \
                   false,                              \
                   "A session, instead of a sandbox.", \
                   0,                                  \
                   0,                                  \
                   NULL},                              \
      PATH

static const cs_arg box_path_args[] = {FILE_OF, END};

static const cs_arg box_read_args[] = {
    FILE_OF,
    {"offset", CS_ARG_INT, false, "First byte; 0.", 0, INT64_C(1) << 40, NULL},
    {"max_bytes", CS_ARG_INT, false, "How many; 65536.", 1, 1048576, NULL},
    END};

static const cs_arg box_write_args[] = {
    FILE_OF,
    {"text", CS_ARG_TEXT, false, "Content as text; or use base64.", 0, 0, NULL},
    {"base64", CS_ARG_TEXT, false, "Content as base64; or use text.", 0, 0,
     NULL},
    END};

static const cs_arg no_args[] = {END};
static const cs_arg session_args[] = {THE_SESSION, END};

static const cs_arg snapshot_args[] = {
    {"snapshot_id", CS_ARG_TEXT, true, "From snapshot_create.", 0, 0, NULL},
    END};

static const cs_arg permission_args[] = {
    {"request_token", CS_ARG_TEXT, true, "From the refusal.", 0, 0, NULL},
    {"reason", CS_ARG_TEXT, false, "Why the call is needed, for the owner.", 0,
     0, NULL},
    END};

static const cs_arg fork_args[] = {
    THE_SESSION,
    {"count", CS_ARG_INT, false, "How many forks; 1.", 1, 8, NULL},
    END};

#define BOXED (CS_TOOL_BOXES | CS_TOOL_JAIL)

const cs_tool cs_tools[] = {
    {"run_code", "Run Python", NULL, CS_TOOL_RUNS, run_code_args,
     "caisson.result/1", CS_SCHEMA_RESULT, cs_tool_run_code},
    {"wait", "Wait for a run",
     "Wait for a run that was still going on when run_code returned, and get "
     "its result.",
     CS_TOOL_READS | CS_TOOL_REPEATS, wait_args, "caisson.result/1",
     CS_SCHEMA_RESULT, cs_tool_wait},
    {"read_output", "Read more output",
     "Read output of a run that was left out of its result.",
     CS_TOOL_READS | CS_TOOL_REPEATS, output_args, "caisson.output/1",
     CS_SCHEMA_OUTPUT, cs_tool_read_output},
    {"run_shell", "Run a shell script",
     "Run a script with /bin/sh, or a program of this machine, in a jail: no "
     "network, a private /tmp, the folders that run_code has. Every call "
     "starts anew: only folders with real writes keep what it wrote.",
     CS_TOOL_RUNS | CS_TOOL_JAIL | CS_TOOL_SPAWNS, shell_args,
     "caisson.result/1", CS_SCHEMA_RESULT, cs_tool_run_shell},
    {"fs_read", "Read a file", "Read a file of a session.",
     CS_TOOL_READS | CS_TOOL_REPEATS | CS_TOOL_FILES | CS_TOOL_INTERP,
     read_args, "caisson.file/1", CS_SCHEMA_FILE, cs_tool_fs_read},
    {"fs_write", "Write a file",
     "Write a whole file of a session, with the directories above it.",
     CS_TOOL_DESTROYS | CS_TOOL_REPEATS | CS_TOOL_FILES | CS_TOOL_INTERP,
     write_args, "caisson.file/1", CS_SCHEMA_FILE, cs_tool_fs_write},
    {"fs_list", "List a directory", "List a directory of a session.",
     CS_TOOL_READS | CS_TOOL_REPEATS | CS_TOOL_FILES | CS_TOOL_INTERP,
     path_args, "caisson.list/1", CS_SCHEMA_LIST, cs_tool_fs_list},
    {"fs_stat", "Look at a file",
     "Tell kind, size and time of a file of a session.",
     CS_TOOL_READS | CS_TOOL_REPEATS | CS_TOOL_FILES | CS_TOOL_INTERP,
     path_args, "caisson.file/1", CS_SCHEMA_FILE, cs_tool_fs_stat},
    {"fs_mkdir", "Make a directory", "Make a directory of a session.",
     CS_TOOL_FILES | CS_TOOL_INTERP, path_args, "caisson.file/1",
     CS_SCHEMA_FILE, cs_tool_fs_mkdir},
    {"fs_remove", "Remove a file",
     "Remove a file or an empty directory of a session.",
     CS_TOOL_DESTROYS | CS_TOOL_FILES | CS_TOOL_INTERP, path_args,
     "caisson.file/1", CS_SCHEMA_FILE, cs_tool_fs_remove},
    {"session_list", "List sessions", "List your sessions.",
     CS_TOOL_READS | CS_TOOL_REPEATS, no_args, "caisson.sessions/1",
     CS_SCHEMA_SESSIONS, cs_tool_session_list},
    {"session_close", "Close a session",
     "End a session that is not needed any more.",
     CS_TOOL_DESTROYS | CS_TOOL_REPEATS, session_args, "caisson.sessions/1",
     CS_SCHEMA_SESSIONS, cs_tool_session_close},
    {"session_diff", "Show changed files",
     "List how the files of a session differ from the folders it started "
     "with.",
     CS_TOOL_READS | CS_TOOL_REPEATS | CS_TOOL_FILES | CS_TOOL_INTERP,
     session_args, "caisson.diff/1", CS_SCHEMA_DIFF, cs_tool_session_diff},
    {"snapshot_create", "Save a session",
     "Save the whole state of a session: variables and changed files.",
     CS_TOOL_INTERP, session_args, "caisson.snapshot/1", CS_SCHEMA_SNAPSHOT,
     cs_tool_snapshot_create},
    {"snapshot_restore", "Restore a session",
     "Start a new session from a saved state.", CS_TOOL_INTERP, snapshot_args,
     "caisson.snapshot/1", CS_SCHEMA_SNAPSHOT, cs_tool_snapshot_restore},
    {"snapshot_fork", "Fork a session",
     "Start new sessions that are forks of this one.", CS_TOOL_INTERP,
     fork_args, "caisson.snapshot/1", CS_SCHEMA_SNAPSHOT,
     cs_tool_snapshot_fork},
    {"sandbox_run", "Run a program in an image",
     "Run one program in a new sandbox of an image, which is removed "
     "afterwards.",
     BOXED | CS_TOOL_RUNS, box_run_args, "caisson.result/1", CS_SCHEMA_RESULT,
     cs_tool_sandbox_run},
    {"sandbox_create", "Make a sandbox",
     "Make a sandbox: a root file system of an image, processes and files that "
     "stay between calls. Stopped when it is not used, with its files kept, "
     "until sandbox_remove.",
     BOXED, box_create_args, "caisson.sandbox/1", CS_SCHEMA_SANDBOX,
     cs_tool_sandbox_create},
    {"sandbox_list", "List sandboxes", "List your sandboxes.",
     BOXED | CS_TOOL_READS | CS_TOOL_REPEATS, no_args, "caisson.sandbox/1",
     CS_SCHEMA_SANDBOX, cs_tool_sandbox_list},
    {"sandbox_inspect", "Look at a sandbox",
     "Tell status, image, limits and end of a sandbox.",
     BOXED | CS_TOOL_READS | CS_TOOL_REPEATS, box_args, "caisson.sandbox/1",
     CS_SCHEMA_SANDBOX, cs_tool_sandbox_inspect},
    {"sandbox_metrics", "Measure a sandbox",
     "Tell processor time, memory, processes, disk and commands of a sandbox.",
     BOXED | CS_TOOL_READS | CS_TOOL_REPEATS, box_args, "caisson.sandbox/1",
     CS_SCHEMA_SANDBOX, cs_tool_sandbox_metrics},
    {"sandbox_exec", "Run a program in a sandbox",
     "Run a program in a sandbox, without a shell. What it writes stays.",
     BOXED | CS_TOOL_RUNS, box_exec_args, "caisson.result/1", CS_SCHEMA_RESULT,
     cs_tool_sandbox_exec},
    {"sandbox_shell", "Run a shell script in a sandbox",
     "Run a script with the shell of a sandbox. What it writes stays.",
     BOXED | CS_TOOL_RUNS, box_shell_args, "caisson.result/1", CS_SCHEMA_RESULT,
     cs_tool_sandbox_exec},
    {"sandbox_start", "Start a sandbox",
     "Start a stopped sandbox again, with the files it had.",
     BOXED | CS_TOOL_REPEATS, box_args, "caisson.sandbox/1", CS_SCHEMA_SANDBOX,
     cs_tool_sandbox_start},
    {"sandbox_stop", "Stop a sandbox",
     "End all processes of a sandbox; its files are kept.",
     BOXED | CS_TOOL_DESTROYS | CS_TOOL_REPEATS, box_args, "caisson.sandbox/1",
     CS_SCHEMA_SANDBOX, cs_tool_sandbox_stop},
    {"sandbox_remove", "Remove a sandbox",
     "End a sandbox and delete its files.", BOXED | CS_TOOL_DESTROYS, box_args,
     "caisson.sandbox/1", CS_SCHEMA_SANDBOX, cs_tool_sandbox_remove},
    {"sandbox_fs_read", "Read a file of a sandbox", "Read a file of a sandbox.",
     BOXED | CS_TOOL_READS | CS_TOOL_REPEATS, box_read_args, "caisson.file/1",
     CS_SCHEMA_FILE, cs_tool_sandbox_fs_read},
    {"sandbox_fs_write", "Write a file of a sandbox",
     "Write a whole file of a sandbox, with the directories above it.",
     BOXED | CS_TOOL_DESTROYS | CS_TOOL_REPEATS, box_write_args,
     "caisson.file/1", CS_SCHEMA_FILE, cs_tool_sandbox_fs_write},
    {"sandbox_fs_list", "List a directory of a sandbox",
     "List a directory of a sandbox.", BOXED | CS_TOOL_READS | CS_TOOL_REPEATS,
     box_path_args, "caisson.list/1", CS_SCHEMA_LIST, cs_tool_sandbox_fs_list},
    {"sandbox_fs_stat", "Look at a file of a sandbox",
     "Tell kind, size and time of a file of a sandbox.",
     BOXED | CS_TOOL_READS | CS_TOOL_REPEATS, box_path_args, "caisson.file/1",
     CS_SCHEMA_FILE, cs_tool_sandbox_fs_stat},
    {"sandbox_fs_mkdir", "Make a directory in a sandbox",
     "Make a directory in a sandbox.", BOXED, box_path_args, "caisson.file/1",
     CS_SCHEMA_FILE, cs_tool_sandbox_fs_mkdir},
    {"sandbox_fs_remove", "Remove a file of a sandbox",
     "Remove a file or an empty directory of a sandbox.",
     BOXED | CS_TOOL_DESTROYS, box_path_args, "caisson.file/1", CS_SCHEMA_FILE,
     cs_tool_sandbox_fs_remove},
    {"request_permission", "Ask the owner",
     "Ask the owner of this machine to allow a call that was refused with a "
     "request_token. Ask again for the decision.",
     CS_TOOL_ASKS, permission_args, "caisson.permission/1",
     CS_SCHEMA_PERMISSION, cs_tool_request_permission},
    {"check_installed", "Tell what works here",
     "Tell which depths work on this machine, and what is missing.",
     CS_TOOL_READS | CS_TOOL_REPEATS, no_args, "caisson.installed/1",
     CS_SCHEMA_INSTALLED, cs_tool_check_installed},
    {0}};

/* --- listing ------------------------------------------------------------- */

static bool is_useful(const cs_terms *of, const cs_tool *t) {
  if (t->flags & CS_TOOL_JAIL && !(of->depths & CS_MCP_JAIL)) return false;
  if (t->flags & CS_TOOL_INTERP && !(of->depths & CS_MCP_ENGINE)) return false;
  if (t->flags & CS_TOOL_SPAWNS && !cs_policy_view_spawns(of->config->policy))
    return false;
  if (t->flags & CS_TOOL_ASKS && !(of->config->approvals && of->config->tools &&
                                   cs_policy_view_asks(of->config->policy)))
    return false;
  if (t->flags & CS_TOOL_BOXES && !cs_owned_is_granted(of->config))
    return false;
  return !(t->flags & CS_TOOL_FILES) || of->config->nmounts > 0;
}

static bool can_write(const cs_terms *of, bool really) {
  for (size_t i = 0; i < of->config->nmounts; i++) {
    cs_mount_mode m = of->config->mounts[i].mode;
    if (m == CS_MOUNT_RW || (m == CS_MOUNT_OVERLAY && !really)) return true;
  }
  return false;
}

/* Only a sandbox can be given a way to hosts. */
static bool reaches_hosts(const cs_terms *of, const cs_tool *t) {
  return t->flags & CS_TOOL_BOXES && t->flags & CS_TOOL_RUNS &&
         cs_policy_count(of->config->policy, CS_POLICY_EGRESS_ALLOW) > 0;
}

static json_t *hints(const cs_terms *of, const cs_tool *t) {
  bool boxed = t->flags & CS_TOOL_BOXES; /* its own files can be written */
  bool runs = t->flags & CS_TOOL_RUNS;
  bool calls = t == cs_tools && of->config->tools; /* who knows what they do */
  bool reads = runs ? !calls && !boxed && !can_write(of, false)
                    : (t->flags & CS_TOOL_READS) != 0;
  bool destroys = runs ? calls || boxed || can_write(of, true)
                       : (t->flags & CS_TOOL_DESTROYS) != 0;
  return json_pack("{s:s, s:b, s:b, s:b, s:b}", "title", t->title,
                   "readOnlyHint", reads, "destructiveHint", destroys,
                   "idempotentHint", (t->flags & CS_TOOL_REPEATS) != 0,
                   "openWorldHint", reaches_hosts(of, t));
}

/* The choices of depth are those that are granted here. */
static json_t *input_schema(const cs_terms *of, const cs_tool *t) {
  json_t *schema = cs_args_schema(t->args);
  json_t *depth =
      json_object_get(json_object_get(schema, "properties"), "depth");
  if (depth) {
    json_t *list = json_pack("[s]", "auto");
    if (of->depths & CS_MCP_ENGINE)
      json_array_append_new(list, json_string(cs_mcp_depth_name(false)));
    if (of->depths & CS_MCP_JAIL)
      json_array_append_new(list, json_string(cs_mcp_depth_name(true)));
    json_object_set_new(depth, "enum", list);
  }
  return schema;
}

static json_t *describe(const cs_terms *of, const cs_tool *t,
                        const char *name) {
  return json_pack(
      "{s:s, s:s, s:s, s:o*, s:o*, s:o*, s:{s:s}}", "name", name, "title",
      t->title, "description", t->about ? t->about : of->about, "inputSchema",
      input_schema(of, t), "outputSchema", cs_schema_output(t->output),
      "annotations", hints(of, t), "execution", "taskSupport",
      t->flags & CS_TOOL_RUNS ? "optional" : "forbidden");
}

static const char *listed_name(const cs_terms *of, const cs_tool *t) {
  return t == cs_tools && of->config->tool_name ? of->config->tool_name
                                                : t->name;
}

json_t *cs_tool_list(const cs_terms *of) {
  json_t *list = json_array();
  for (const cs_tool *t = cs_tools; t->name; t++)
    if (is_useful(of, t))
      json_array_append_new(list, describe(of, t, listed_name(of, t)));
  if (of->config->list_alias)
    json_array_append_new(list, describe(of, cs_tools, of->config->list_alias));
  return json_pack("{s:o, s:i, s:s}", "tools", list, "ttlMs", 3600000,
                   "cacheScope", "private");
}

/* --- finding ------------------------------------------------------------- */

static const struct {
  const char *name, *tool;
  const char *from, *to; /* an argument with another name; or NULL */
} aliases[] = {{"execute_code", "run_code", NULL, NULL},
               {"run_python_code", "run_code", "python_code", "code"},
               {"execute_python_code", "run_code", "python_code", "code"},
               {"code_execution", "run_code", NULL, NULL},
               {"execute_command", "run_shell", NULL, NULL},
               {"sandbox_fs_read", "fs_read", NULL, NULL},
               {"sandbox_fs_write", "fs_write", NULL, NULL},
               {"sandbox_fs_list", "fs_list", NULL, NULL},
               {"sandbox_fs_stat", "fs_stat", NULL, NULL},
               {"sandbox_fs_mkdir", "fs_mkdir", NULL, NULL},
               {"sandbox_fs_remove", "fs_remove", NULL, NULL}};

static void rename_argument(json_t **arguments, const char *from,
                            const char *to) {
  json_t *v = json_object_get(*arguments, from);
  if (!v || json_object_get(*arguments, to)) return;
  json_t *copy = json_copy(*arguments);
  json_object_set(copy, to, v);
  json_object_del(copy, from);
  json_decref(*arguments);
  *arguments = copy;
}

static const cs_tool *find_own(const cs_terms *of, const char *name) {
  for (const cs_tool *t = cs_tools; t->name; t++)
    if (strcmp(t->name, name) == 0) return is_useful(of, t) ? t : NULL;
  return NULL;
}

const cs_tool *cs_tool_find(const cs_terms *of, const char *name,
                            json_t **arguments) {
  const cs_mcp_config *c = of->config;
  if ((c->tool_name && strcmp(name, c->tool_name) == 0) ||
      (c->list_alias && strcmp(name, c->list_alias) == 0)) {
    rename_argument(arguments, "python_code", "code");
    return cs_tools;
  }
  const cs_tool *own = find_own(of, name);
  if (own) return own;
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
    if (strcmp(aliases[i].name, name) != 0) continue;
    if (aliases[i].from)
      rename_argument(arguments, aliases[i].from, aliases[i].to);
    return find_own(of, aliases[i].tool);
  }
  return NULL;
}
