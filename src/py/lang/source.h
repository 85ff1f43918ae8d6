/*
 * source.h - bytes of a file to the text the tokenizer reads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_SOURCE_H
#define CS_LANG_SOURCE_H

#include "py/lang/unit.h"

#define CS_SOURCE_PAD 16 /* readable zero bytes behind the text            */
#define CS_SOURCE_MAX ((size_t)1 << 30)

/* Copy `src` to scratch as UTF-8 with '\n' line ends and set `u->src` and
 * `u->len`: drop a byte order mark, obey a coding cookie, refuse NUL and
 * malformed UTF-8.  Returns CS_ESYNTAX or CS_ELIMIT. */
cs_status cs_source_load(cs_unit *u, const char *src, size_t len) CS_MUST_CHECK;

#endif
