/*
 * mcp.h - an MCP server: what its owner grants, and the two ways to run it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_MCP_H
#define CS_SERVE_MCP_H

#include "base/depth.h"
#include "session/inside.h"

enum {                    /* cs_mcp_config.depths */
       CS_MCP_ENGINE = 1, /* our engine */
       CS_MCP_JAIL = 2    /* CPython and other programs in a jail */
};
/* The name of the depth of a session: in a jail, or in our engine. */
static inline const char *cs_mcp_depth_name(bool jail) {
  return (jail ? cs_depth_jail() : cs_depth_engine(true))->name;
}

/* Functions of the host that programs may call.  Every session has a set of
 * its own, which one thread uses at a time. */
typedef struct cs_mcp_tools {
  void *user;
  /* Their names, from 0 on; NULL: there are no more. */
  const char *(*name)(void *user, size_t i, bool *async);
  /* A set for this session, which gets the functions; NULL: that failed, and
   * was said. */
  void *(*open)(void *user, cs_session *to);
  void (*close)(void *set);
  /* As those of cs_host.  From the moment `stop` is readable nobody wants the
   * answer any more. */
  cs_reply_kind (*call)(void *set, const cs_event *ev, int stop,
                        cs_wire *reply);
  cs_reply_kind (*wait)(void *set, const cs_event *ev, int stop,
                        cs_wire *reply);
  void (*forget)(void *set); /* the run is over */
} cs_mcp_tools;

/* Everything is borrowed and outlives the server. */
typedef struct cs_mcp_config {
  const char *version; /* of the binary */
  uint32_t depths;
  bool in_process;    /* INTERP without a worker: for tests */
  bool deterministic; /* a clock of its own, and `seed` */
  bool seeded;
  uint64_t seed;
  uint64_t time_ms, memory, fuel, output; /* limits of a run */
  const cs_mount_spec *mounts;
  size_t nmounts;
  const char *cwd;           /* NULL: / */
  const char *const *env;    /* NAME, VALUE, NAME, VALUE, ... */
  size_t nenv;               /* how many names */
  const char *python;        /* of PROCESS; NULL: the system's */
  uint32_t processes;        /* in a jail; 0: the default */
  bool no_landlock;          /* a kernel without it is accepted */
  const cs_policy *policy;   /* NULL: none.  `mounts` and `env` are then what it
                                grants, and memory that it does not know */
  cs_audit *audit;           /* NULL: nothing is recorded */
  const cs_mcp_tools *tools; /* NULL: none */
  const char *approvals;  /* directory in which the owner decides; NULL: none */
  const char *tool_name;  /* what run_code is called; NULL: that */
  const char *list_alias; /* one more name of it that is listed; or NULL */
  uint64_t idle_ms;       /* life of a session that nobody uses */
  uint32_t sessions;      /* at one time, per caller */
  uint32_t calls;         /* at one time, per caller */
  uint32_t rate;          /* in ten seconds, per caller */
  uint64_t yield_ms;      /* when a task becomes one */
  /* What is granted may change while it is served.  `again` is called about
   * once a second and reads it anew: NULL means that nothing has changed, or
   * that it cannot be used, which was said.  `drop` frees what it made.  NULL:
   * the grants stay as they are. */
  const struct cs_mcp_config *(*again)(void *user);
  void (*drop)(const struct cs_mcp_config *c);
  void *user;
  /* HTTP */
  const char *listen;        /* ADDRESS:PORT */
  const char *const *tokens; /* NAME, TOKEN, NAME, TOKEN, ... */
  size_t ntokens;
  const char *const *origins; /* allowed besides none at all */
  size_t norigins;
} cs_mcp_config;

/* Finite everything, nothing granted. */
void cs_mcp_config_init(cs_mcp_config *c);

/* Serve one client on stdin and stdout until stdin ends.  Messages of our own
 * go to stderr. */
cs_status cs_mcp_stdio(const cs_mcp_config *c, cs_error *err) CS_MUST_CHECK;

/* Serve HTTP until SIGINT or SIGTERM.  The address is told on stderr when the
 * server is ready. */
cs_status cs_mcp_http(const cs_mcp_config *c, cs_error *err) CS_MUST_CHECK;

#endif
