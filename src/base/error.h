/*
 * error.h - what went wrong, in the caller's storage.
 *
 * Layers that talk to the operating system take a last parameter
 * `cs_error *err`, which may be NULL.  The text never needs memory: it is cut
 * at 199 bytes, never inside a UTF-8 sequence.  A text says what was refused
 * and, where there is one, what would allow it; it never holds a secret.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_ERROR_H
#define CS_BASE_ERROR_H

#include "base/status.h" /* cs_error */

/* Fill `err` (if not NULL) and return `code`, so that a function can end with
 * `return cs_error_set(err, CS_EINVAL, "...");`. */
cs_status cs_error_set(cs_error *err, cs_status code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for a failed system call: takes errno, appends its description,
 * returns CS_EOS and leaves errno as it was. */
cs_status cs_error_os(cs_error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
