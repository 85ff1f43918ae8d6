/*
 * pyenv.h - environments of Python packages that sessions name.
 *
 * An environment is a virtual environment in a directory of the user, made by
 * 'caisson env create' on the host.  A session at depth process that names it
 * uses its interpreter and sees its packages, read-only.  One that is half made
 * has no lock file and is not found.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_PYENV_H
#define CS_DEPTH_PYENV_H

#include <limits.h>
#include <stdbool.h>

#define CS_PYENV_LOCK "requirements.lock" /* its last file: what is in it */
#define CS_PYENV_NAME 64                  /* bytes of a name */

/* Letters, digits, '.', '_' and '-', beginning with a letter. */
bool cs_pyenv_is_name(const char *name);

/* $CAISSON_ENVS, or caisson/envs in the user's data directory.  Nothing is
 * made.  False: this user has none. */
bool cs_pyenv_home(char out[PATH_MAX]);

/* The interpreter of a finished environment.  False: there is none so called,
 * and `out` is unchanged. */
bool cs_pyenv_find(const char *name, char out[PATH_MAX]);

/* The interpreter of the virtual environment that is active in this process
 * ($VIRTUAL_ENV).  One below /tmp does not count: a jail has a /tmp of its own.
 */
bool cs_pyenv_of_caller(char out[PATH_MAX]);

#endif
