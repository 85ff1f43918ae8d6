/*
 * intrinsics.h - prelude functions that C code and compiled code call.
 *
 * The prelude's core defines each as a function `_x_<name>`; the image builder
 * stores them by number.  Append-only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_INTRINSICS_H
#define CS_PY_HEAP_INTRINSICS_H

#include <stdbool.h>
#include <stdint.h>

/* _match_slice(subject, before, after): values of `after` besides the number of
 * patterns behind a star. */
#define CS_MATCH_NO_STAR   (-1)
#define CS_MATCH_IDLE      (-2)      /* no star, and no item is looked at */
#define CS_MATCH_IDLE_STAR (1 << 24) /* added: what the star gets is not  */

/* clang-format off */
#define CS_INTRINSIC_LIST(X)                                                  \
  X(need_index)                                                               \
  X(need_int)                                                                 \
  X(need_float)                                                               \
  X(need_bool)                                                                \
  X(need_str)                                                                 \
  X(need_repr)                                                                \
  X(need_hash)                                                                \
  X(need_list)                                                                \
  X(need_iter)                                                                \
  X(need_fspath)                                                              \
  X(need_bytes)                                                               \
  X(need_complex)                                                             \
  X(type_call)           /* (cls, *args, **kwargs): __new__, then __init__ */ \
  X(host_call)           /* native (hostfunc, args, kwargs) */                \
  X(build_class)         /* (body, name, *bases, metaclass=, **kwds) */       \
  X(import_)             /* (name, globals, fromlist, level) */               \
  X(import_from)         /* (module, name) */                                 \
  X(import_star)         /* (module, namespace) */                            \
  X(getitem)             /* (obj, key): built-in container, odd key */        \
  X(setitem)                                                                  \
  X(delitem)                                                                  \
  X(contains)                                                                 \
  X(compare)             /* (op, a, b): containers that hold instances */     \
  X(binary)              /* (op, a, b) */                                     \
  X(inplace)             /* (op, a, b) */                                     \
  X(repr)                                                                     \
  X(str)                                                                      \
  X(format)                                                                   \
  X(ascii)                                                                    \
  X(iter)                /* (obj): __getitem__ protocol and errors */         \
  X(unpack)              /* (obj, n, taken) -> list */                        \
  X(unpack_items)        /* (iterator, n, taken) -> list */                   \
  X(unpack_ex)           /* (it, before, after) -> list */                    \
  X(list_extend)                                                              \
  X(set_update)                                                               \
  X(dict_update)                                                              \
  X(dict_merge)                                                               \
  X(dict_set)                                                                 \
  X(set_add)                                                                  \
  X(yf_throw)            /* (it, exc) -> (done, value) */                     \
  X(await_iter)          /* (obj, context) */                                 \
  X(assert_fail)         /* (message) */                                      \
  X(match_seq)           /* (subject) -> bool */                              \
  X(match_map)           /* (subject) -> bool */                              \
  X(match_keys)          /* (subject, keys) -> tuple or None */               \
  X(match_class)         /* (subject, cls, npos, names) -> tuple or None */   \
  X(match_rest)          /* (subject, keys) -> dict */                        \
  X(match_slice)         /* (subject, before, after) -> list */               \
  X(eg_match)            /* (exc, cls) -> (matched, rest) */                  \
  X(eg_raise)            /* (original, list) -> exception or None */          \
  X(type_alias)                                                               \
  X(type_var)                                                                 \
  X(param_spec)                                                               \
  X(type_var_tuple)                                                           \
  X(generic_bases)                                                            \
  X(slice_index)         /* reserved */                                       \
  X(getattr_hook)        /* (obj, name): __getattribute__ failed */          \
  X(exc_instance)        /* (cls, cause): raise Class */                      \
  X(agen_wrap)           /* async generator helpers */                        \
  X(aiter)                                                                    \
  X(anext)               /* (it) -> iterator */                               \
  X(interactive)         /* sys.displayhook */                                \
  X(print_expr)                                                               \
  X(eq_slow)                                                                  \
  X(hash_slow)                                                                \
  X(dict_get)                                                                 \
  X(class_cell)                                                               \
  X(next_slow)                                                                \
  X(super_get)                                                                \
  X(set_contains)                                                             \
  X(build_set)                                                                \
  X(build_dict)                                                               \
  X(truth)                                                                    \
  X(run_main)            /* (function): drive top-level await */              \
  X(format_exc)          /* (exception) -> traceback text */                  \
  X(alias_params)        /* (alias): its __parameters__ */                    \
  X(exc_args)            /* (exc, iterable): exc.args = iterable */           \
  X(call_special)        /* (raw method, obj, *args): bind, then call */      \
  X(call_object)         /* (obj, *args, **kwargs): its __call__ likewise */  \
  X(wire_fix)            /* (value, fixes) -> value: see engine_decode.c */   \
  X(missing_name)        /* (name): the host may know it */                   \
  X(finish)              /* (last, *rich): what engine_finish has to do */    \
  X(display_name)        /* (): what `display` means if nobody defined it */  \
  X(run_finals)          /* (): call __del__ of the objects that are due */   \
  X(module_part)         /* (module, name): attribute made for this session */\
  X(module_dict)         /* (module): its namespace, completed */             \
  X(module_dir)          /* (module): the names in it */                      \
  X(module_change)       /* (module, name[, value]): set or delete */         \
  X(need_items)          /* (generator) -> list */                            \
  X(need_buffer)         /* (obj): the bytes behind its __buffer__ */         \
  X(uncaught)            /* (exception) -> text; notes a sys.excepthook */    \
  X(eq_keys)             /* (a, b): the truth of a == b */                    \
  X(eq_second)           /* (a, b): likewise, after a declined */             \
  X(key_get)             /* natives in steps: types/key_steps.c */            \
  X(key_set)                                                                  \
  X(key_del)                                                                  \
  X(key_in)                                                                   \
  X(set_key_in)                                                               \
  X(set_key_add)                                                              \
  X(lt_keys)             /* as eq_keys, for < */                              \
  X(lt_second)           /* as eq_second, for < */                            \
  X(native_doc)          /* (name, module, owned): __doc__ of a built-in */   \
  X(sign_of)             /* (v): -1 if v < 0, else 0 */
/* clang-format on */

enum cs_intrinsic {
#define X(name) CS_X_##name,
  CS_INTRINSIC_LIST(X)
#undef X
      CS_X_COUNT
};

/* Those that compiled code of a program calls; the others are called by C. */
#define CS_INTRINSIC_COMPILED(X) \
  X(agen_wrap)                   \
  X(aiter)                       \
  X(build_class)                 \
  X(dict_get)                    \
  X(eg_match)                    \
  X(eg_raise)                    \
  X(import_)                     \
  X(import_from)                 \
  X(import_star)                 \
  X(match_class)                 \
  X(match_keys)                  \
  X(match_rest)                  \
  X(match_slice)                 \
  X(param_spec)                  \
  X(print_expr)                  \
  X(type_alias)                  \
  X(type_var)                    \
  X(type_var_tuple)              \
  X(yf_throw)

static inline bool cs_intrinsic_is_compiled(uint32_t which) {
  switch (which) {
#define X(name) case CS_X_##name:
    CS_INTRINSIC_COMPILED(X)
#undef X
    return true;
    default: return false;
  }
}

#endif
