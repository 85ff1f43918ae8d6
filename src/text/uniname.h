/*
 * uniname.h - the names of code points, for \N{...} and unicodedata.
 *
 * Unicode 14 with the answers of CPython 3.11, oddities included: Tangut
 * ideographs have no name there, and only names from tables are found in any
 * case ("latin small letter a"), not CJK ideographs and Hangul syllables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_UNINAME_H
#define CS_TEXT_UNINAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CS_UNINAME_MAX      96 /* room for any name; none ends with a NUL */
#define CS_UNINAME_TEXT_MAX 4  /* code points of the longest sequence     */

/* The code point with a name or an alias, as in \N{...}.  False, and nothing
 * stored, if there is none. */
bool cs_uniname_find(const char *name, size_t n, uint32_t *cp);

/* The same for unicodedata.lookup, which knows named sequences as well.
 * Returns how many code points were stored, 0 if the name is unknown. */
uint32_t cs_uniname_lookup(const char *name, size_t n,
                           uint32_t out[CS_UNINAME_TEXT_MAX]);

/* The name of `cp`, as unicodedata.name gives it.  Returns its length, 0 if it
 * has no name; `buf` is written only if the name fits into `cap` bytes, and
 * CS_UNINAME_MAX bytes are always enough. */
size_t cs_uniname_get(uint32_t cp, char *buf, size_t cap);

#endif
