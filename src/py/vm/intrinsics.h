/*
 * intrinsics.h - the numbers of prelude functions, for the VM.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_VM_INTRINSICS_H
#define CS_PY_VM_INTRINSICS_H

#include "py/heap/intrinsics.h"

#endif
