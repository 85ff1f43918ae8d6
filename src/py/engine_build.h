/*
 * engine_build.h - running the prelude into the image.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_ENGINE_BUILD_H
#define CS_PY_ENGINE_BUILD_H

#include "py/engine_in.h"

/* Boot, then execute core and library files; the image is complete after. */
cs_status cs_engine_build_image(cs_engine *e) CS_MUST_CHECK;

#endif
