/*
 * decide.h - would it be allowed, and by which rule?
 *
 * The questions that enforcing code, `caisson why` and denials ask; one answer
 * for all of them.  Paths are absolute and in their usual spelling, names of
 * hosts in lower case.  Deny beats allow, whatever the order.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_DECIDE_H
#define CS_POLICY_DECIDE_H

#include "policy/objects.h"
#include "policy/policy.h"

typedef struct cs_decision {
  bool allowed;
  cs_policy_field field; /* whose rule decided */
  const cs_pvalue *rule; /* borrowed; NULL: nothing allows it (default-deny) */
  bool built_in;         /* a name of base/protect.h, not an entry, decided */
} cs_decision;

/* Reading or writing what the program finds at `path`: fs.mounts, fs.read,
 * fs.write, fs.deny, fs.protect. */
cs_decision cs_decide_path(const cs_policy *p, const char *path, bool write);
/* The same about what is mounted on this host; `path` is without links. */
cs_decision cs_decide_object(const cs_policy *p, const cs_objects *o,
                             const char *path, bool write);
/* Do the names of base/protect.h hold in writable mounts?  Not for an owner who
 * took something out of the default of fs.protect: then that list says all. */
bool cs_decide_keeps_names(const cs_policy *p);
/* The rule of fs.protect for a path in a mount, or in /workspace; NULL. */
const cs_pvalue *cs_decide_protected(const cs_policy *p, const char *path);
/* May the embedding program mount `host` (NULL: memory) at `guest`?  Mode "ro",
 * "overlay" or "rw". */
cs_decision cs_decide_mount(const cs_policy *p, const char *host,
                            const char *guest, const char *mode);
/* Writing below /workspace; `path` is relative to it.  `directory`: making one,
 * which a pattern for something in it allows; `layer`: in an overlay, where
 * fs.protect acts when it is committed. */
cs_decision cs_decide_workspace(const cs_policy *p, const char *path,
                                bool directory, bool layer);
/* Giving a file to the caller: artifacts.export. */
cs_decision cs_decide_export(const cs_policy *p, const char *path);
/* A connection: `proto` "https", "http" or "tcp".  Names and addresses. */
cs_decision cs_decide_host(const cs_policy *p, const char *host, unsigned port,
                           const char *proto);
/* A name: tools, imports, variables of the environment, images. */
cs_decision cs_decide_tool(const cs_policy *p, const char *name);
/* The rule of tools.approve for a tool; NULL: it needs no approval. */
const cs_pvalue *cs_decide_approval(const cs_policy *p, const char *name);
cs_decision cs_decide_import(const cs_policy *p, const char *name);
cs_decision cs_decide_env(const cs_policy *p, const char *name);
cs_decision cs_decide_image(const cs_policy *p, const char *reference);
/* Starting a program, by its absolute path. */
cs_decision cs_decide_spawn(const cs_policy *p, const char *path);

#endif
