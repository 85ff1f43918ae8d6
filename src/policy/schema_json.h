/*
 * schema_json.h - the schema of policies as a JSON Schema (draft 2020-12).
 *
 * Besides what JSON Schema knows, every field has "x-caisson": its dotted key,
 * marks, how it narrows, and its maximum in the file's spelling.  Editors use
 * the one half, tools/gen/gen_policy.py makes docs/policy.md of the other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_SCHEMA_JSON_H
#define CS_POLICY_SCHEMA_JSON_H

#include "base/buf.h"
#include "policy/schema.h"

cs_status cs_schema_json_print(cs_buf *out) CS_MUST_CHECK;

#endif
