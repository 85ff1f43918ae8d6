/*
 * need.h - the modules of the engine, for whoever has to know before a run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CHECK_NEED_H
#define CS_CHECK_NEED_H

#include <stdbool.h>

/* Names of all modules the engine can import, a space before and behind each;
 * made from the prelude by tools/build/mkmodules.sh. */
extern const char cs_engine_modules[];

/* Can the engine import this module ("os.path")? */
bool cs_need_is_engine(const char *module);

#endif
