/*
 * find.h - which names of the host's tree a pattern matches.
 *
 * Walks a directory without following links, and only where the pattern can
 * still match: the states of its automaton go down with the walk.  A directory
 * that matches is told of and not entered.  Finite: names are counted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_FIND_H
#define CS_POLICY_FIND_H

#include "base/status.h"
#include "policy/glob.h"

/* Called for each match; anything else than CS_OK ends the walk. */
typedef cs_status cs_find_each(void *user, const char *path);

/* Look through `root`, an absolute path, for what `g` matches; at most `*names`
 * names are looked at, and what was used is taken off.  CS_ELIMIT: there are
 * more, or the tree is too deep; CS_EOS: no memory.  What cannot be opened is
 * passed over: the walk has the rights of whoever will read. */
cs_status cs_find_in(const cs_glob *g, const char *root, uint64_t *names,
                     cs_find_each *each, void *user) CS_MUST_CHECK;

#endif
