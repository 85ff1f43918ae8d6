/*
 * units.h - sizes, counts and durations as people type them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_UNITS_H
#define CS_CLI_UNITS_H

#include <stdbool.h>
#include <stdint.h>

/* "4096", "64k", "512m", "2g": powers of 1024. */
bool cs_units_size(const char *text, uint64_t *out);
/* "1000", "50k", "2m", "10g": powers of 1000. */
bool cs_units_count(const char *text, uint64_t *out);
/* "500ms", "30s", "5m", "2h"; a bare number is seconds. */
bool cs_units_time(const char *text, double *out);

#endif
