/*
 * engine_show.c - values that are more than text: what notebooks would show.
 *
 * Only classes are asked, so that objects with every name have no form and
 * nothing of the program runs before it is known that there is one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/engine_in.h"
#include "py/heap/space.h"
#include "py/types/type.h"

static const cs_name_id forms[] = {
    CS_N__repr_mimebundle_, CS_N__repr_png_,  CS_N__repr_jpeg_,
    CS_N__repr_svg_,        CS_N__repr_html_, CS_N__repr_markdown_,
    CS_N__repr_latex_,      CS_N__repr_json_, CS_N__repr_pdf_,
};

bool cs_engine_is_rich(cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v) || cs_is_type(v)) return false;
  cs_off cls = cs_class_of(ctx, v);
  /* Those of the library have all their forms in one method, or none. */
  size_t n = cls < CS_IMAGE_END ? 1 : sizeof forms / sizeof *forms;
  for (size_t i = 0; i < n; i++)
    if (!cs_is_unbound(cs_type_find(ctx, cls, cs_known(ctx, forms[i]))))
      return true;
  return false;
}
