/*
 * datahome.h - the directory below which this user's data lies.
 *
 * Images and environments of packages: what can be made again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_DATAHOME_H
#define CS_BASE_DATAHOME_H

#include <stdbool.h>
#include <stddef.h>

/* $XDG_DATA_HOME if it is an absolute path, else ~/.local/share, where the
 * home without $HOME is that of the list of users.  Nothing is made.  False:
 * neither. */
bool cs_datahome(char *out, size_t room);

#endif
