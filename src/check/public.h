/*
 * public.h - which names of a module are meant for its users.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CHECK_PUBLIC_H
#define CS_CHECK_PUBLIC_H

#include <stdbool.h>

/* Is there a list for this module ("json.decoder")? */
bool cs_public_knows(const char *module);

/* Is `name` on the list of `module`? */
bool cs_public_has(const char *module, const char *name);

/* Is this a top-level module of the standard library? */
bool cs_public_is_module(const char *name);

#endif
