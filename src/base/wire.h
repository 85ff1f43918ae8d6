/*
 * wire.h - Python values as bytes: the one form in which they cross a border.
 *
 * Requests and replies, inputs and results, the worker's ring and the journal
 * all use it.  The declarations are part 2 of the public header, because
 * embedders build and read the same bytes; docs/wire-format.md has the rules.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_WIRE_H
#define CS_BASE_WIRE_H

#include "base/error.h"
#include "base/status.h"

#include "caisson/values.h"

#endif
