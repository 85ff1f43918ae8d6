#include "image/registry.h"
cs_status cs_registry_pull(cs_image_store *s, const cs_image_policy *p,
                           const cs_verdict *v, cs_name *out, cs_error *err) {
  (void)p;
  (void)v;
  (void)out;
  return cs_image_store_fail(s, CS_IMAGE_FAULT_UNREACHABLE,
                             cs_error_set(err, CS_EOS, "not yet"));
}
