/*
 * ctx.h - what every engine function gets: a session's arena and its state.
 *
 * State that must survive a dump lives in the arena (cs_head); cs_ctx holds
 * only what can be rebuilt: the base address, caches that change no result,
 * and the registers of the current native call.
 *
 * The contract of natives: check -> charge -> reserve -> commit.  CS_RETRY
 * means "no space, nothing visible changed": the VM collects and executes the
 * same instruction again.  C pointers into the arena stay valid for one whole
 * native (objects never move; collections happen between instructions).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_CTX_H
#define CS_PY_HEAP_CTX_H

#include <assert.h>
#include <stddef.h>

#include "base/patience.h"
#include "base/status.h"
#include "py/heap/object.h"

/* Fixed regions of the arena (offsets). */
#define CS_IMAGE_BASE  0x00200000u /* where a huge page can start */
#define CS_IMAGE_END   0x012E0000u /* private memory starts here */
#define CS_HEAD_BASE   CS_IMAGE_END
#define CS_HEAD_SIZE   0x00002000u
#define CS_OUT_BASE    (CS_HEAD_BASE + CS_HEAD_SIZE)
#define CS_OUT_SIZE    0x00010000u /* pending output */
#define CS_FRAMES_BASE 0x01300000u
#define CS_FRAMES_END  0x01600000u /* 3 MiB: 98 304 frames */
#define CS_STACK_BASE  0x01600000u
#define CS_STACK_END   0x03600000u /* 32 MiB of registers */
#define CS_HEAP_BASE   0x03600000u

typedef enum cs_exc_id {
#define CS_EXC(name, number, base) CS_##name = number,
#include "py/heap/exc.def"
#undef CS_EXC
  CS_EXC_COUNT
} cs_exc_id;

typedef enum cs_name_id {
#define CS_N(id, text) CS_N_##id,
#include "py/heap/names.def"
#undef CS_N
  CS_NAME_COUNT
} cs_name_id;

/* Roots: values that the collector starts from and that a dump keeps. */
#define CS_ROOT_LIST(X)                                                \
  X(EXC)      /* exception in flight */                                \
  X(HANDLED)  /* exception being handled, or None */                   \
  X(RESULT)   /* value of the last expression statement */             \
  X(GLOBALS)  /* dict of __main__ */                                   \
  X(BUILTINS) /* dict in force: the image's or a private copy */       \
  X(MODULES)  /* sys.modules */                                        \
  X(INTERN)   /* session's intern table (ARRAY) */                     \
  X(SHAPES)   /* transition table (ARRAY) */                           \
  X(STATE)    /* dict of session_state() objects */                    \
  X(CLASSES)  /* list of weakly kept classes made in the session */    \
  X(REQUEST)  /* pending host request: tuple */                        \
  X(REPLY)                                                             \
  X(FINALS)   /* list of objects with __del__: those due at its end */ \
  X(FIBERS)   /* dict: thread number -> what it put aside */           \
  X(SCRATCH0) /* short-lived, owned by the running instruction */      \
  X(SCRATCH1)                                                          \
  X(SCRATCH2)                                                          \
  X(SCRATCH3)                                                          \
  X(PENDING) /* dict: call id -> future */                             \
  X(REPRS)   /* list of containers being printed */                    \
  X(NOMEM)   /* MemoryError for when there is no room for one */       \
  X(SPACES)  /* tuple: the session's dicts of library modules */

typedef enum cs_root {
#define X(name) CS_ROOT_##name,
  CS_ROOT_LIST(X)
#undef X
      CS_ROOT_COUNT
} cs_root;

#define CS_FREE_CLASSES 33 /* blocks of 1..32 units; [0] holds larger ones */

#define CS_MODULE_MAX 512 /* modules of the image: see space.h */

/* One per session, at CS_HEAD_BASE; part of every snapshot. */
typedef struct cs_head {
  uint64_t heap_top;   /* offset of the next never-used byte */
  uint64_t heap_limit; /* offset: heap_top may not pass it */
  uint64_t limit;      /* memory limit in bytes */
  uint64_t live;       /* bytes handed out: see cs_alloc_settle */
  int64_t alloc_left;  /* bytes until the next look at limit and threshold */
  int64_t paced;       /* what it was when `live` was last brought up to date */
  uint64_t external;   /* bytes held outside the arena on our behalf */
  uint64_t peak;       /* highest `live` seen */
  uint64_t fuel_left;  /* instructions not yet handed to a slice */
  uint64_t fuel_used;  /* handed out so far */
  uint64_t next_call;  /* id of the next host request */
  uint64_t keyver;     /* source of dict key versions */
  uint64_t serial;     /* source of ids such as dict and object versions */
  uint64_t collections;
  uint64_t out_total; /* output bytes produced so far */
  uint64_t out_limit;
  uint32_t out_fill;   /* pending bytes in the outbox */
  uint32_t nframes;    /* frames in use */
  uint32_t stack_soft; /* offset: registers below it may hold values */
  uint32_t stack_top;  /* offset: end of the running frame, at a pause */
  uint32_t recursion_limit;
  uint32_t next_gc; /* 16-byte units: collect when live grows past it */
  uint32_t shape_count, shape_mask;
  uint32_t intern_count, intern_mask;
  uint32_t stop;       /* cs_stop of the current pause */
  uint32_t request;    /* cs_request_kind of the current pause */
  uint32_t out_kind;   /* 1 stdout, 2 stderr: what the outbox holds */
  uint32_t out_done;   /* bytes of the write that waits for a flush */
  uint32_t life;       /* how often it began anew from a snapshot */
  uint32_t coros;      /* 1: coroutines were made that may be forgotten */
  uint64_t hash_key;   /* see flood.h */
  uint32_t int_digits; /* sys.set_int_max_str_digits; 0 = no limit */
  uint32_t ripe;       /* entries of FINALS whose __del__ is due */
  uint32_t entered[CS_MODULE_MAX / 32]; /* modules of the image: imported */
  cs_off free[CS_FREE_CLASSES];
  cs_value root[CS_ROOT_COUNT];
} cs_head;

#define CS_INTRINSIC_MAX 512
#define CS_NATIVE_MAX    12288

/* At CS_IMAGE_BASE; written while the image is built, then read-only. */
typedef struct cs_image {
  char magic[8];
  uint64_t end;             /* offset of the first byte after the image */
  cs_off cls[256];          /* TYPE by layout number */
  cs_off exc[CS_EXC_COUNT]; /* TYPE by exception number */
  cs_value name[CS_NAME_COUNT];
  cs_value chr[256]; /* one-character strings U+0000..U+00FF */
  cs_value empty_tuple, empty_bytes, empty_frozenset;
  cs_value builtins; /* dict */
  cs_value modules;  /* dict: name -> module template */
  cs_value intern;   /* ARRAY: open addressing by hash */
  uint32_t intern_mask, intern_count;
  cs_value shapes; /* ARRAY: transition table of the image */
  uint32_t shape_mask, shape_count;
  cs_value special[64]; /* classes without a layout: see CS_CLS_* */
  cs_value intrinsic[CS_INTRINSIC_MAX]; /* prelude functions by number */
  cs_value slow[CS_NATIVE_MAX]; /* prelude twin of a native, or UNBOUND */
  cs_value ctor[128]; /* native __new__ of built-ins, by cs_type.newid */
  uint32_t nctors;
  uint32_t nmodules;      /* numbered ones: see heap/space.h */
  cs_off box[64];         /* class of BOX objects by kind: see box.h */
  cs_value trampoline;    /* CODE: run a native again, then return */
  uint64_t natives_print; /* fingerprints of the tables it was built with */
  uint64_t opcodes_print, types_print;
  uint8_t id[32]; /* SHA-256 of the image */
} cs_image;

/* `_class_at` of the prelude: layouts below it, special classes from it on. */
#define CS_CLASS_SPECIAL 256

enum { /* cs_image.special */
       CS_CLS_OBJECT,
       CS_CLS_COROUTINE,
       CS_CLS_ASYNCGEN,
       CS_CLS_DICTVALUES,
       CS_CLS_DICTITEMS,
       CS_CLS_MAP,
       CS_CLS_FILTER,
       CS_CLS_ZIP,
       CS_CLS_ENUMERATE,
       CS_CLS_REVERSED,
       CS_CLS_CALLITER,
       CS_CLS_METHODDESC,
       CS_CLS_WRAPPER,
       CS_CLS_CLASSMETHODDESC,
       CS_CLS_ITERBASE, /* then one per CS_ITER_* kind */
       CS_CLS_DELTA = 57,
       CS_CLS_DATE,
       CS_CLS_TIME,
       CS_CLS_DATETIME,
       CS_CLS_ZONE,
       CS_CLS_METHODWRAPPER = 62,
       CS_CLS_LIBRARY = 63 /* list: classes that the prelude made */
};

/* What the engine or the host must do before the run can go on.  The details
 * are a tuple in root REQUEST; the answer goes to the native's result. */
typedef enum cs_request_kind {
  CS_REQ_NONE,
  CS_REQ_COMPILE, /* (source, filename, mode, flags): served by the engine */
  CS_REQ_FLUSH,   /* outbox full: drain it, then run the native again */
  CS_REQ_CALL,    /* (name, args tuple, kwargs dict): a host function */
  CS_REQ_OS,      /* (function name, args tuple) */
  CS_REQ_NAME,    /* (name,) */
  CS_REQ_WAIT,    /* every task waits for pending calls */
  CS_REQ_SOURCE   /* (module name,): source text while the image is built */
} cs_request_kind;

/* Coercions a native may ask for with CS_NEED. */
typedef enum cs_protocol {
  CS_NEED_INDEX, /* __index__ -> int */
  CS_NEED_INT,   /* __int__, __index__, __trunc__ */
  CS_NEED_FLOAT, /* __float__, __index__ */
  CS_NEED_BOOL,  /* truth value */
  CS_NEED_STR,
  CS_NEED_REPR,
  CS_NEED_HASH, /* int */
  CS_NEED_LIST, /* list(x), for natives that CPython lets collect first */
  CS_NEED_ITER, /* iter(x) */
  CS_NEED_FSPATH,
  CS_NEED_BYTES, /* bytes-like -> bytes */
  CS_NEED_COMPLEX,
  CS_NEED_INTRINSIC, /* any prelude function of one argument */
  CS_NEED_CALL,      /* cs_want_arg: the result of ctx->call */
  CS_NEED_FIBER      /* the stack is to be changed: vm/fiber.c */
} cs_protocol;

/* What to do with the result of a call that C code asked for: return kinds
 * of frames (vm/frame.h) that a native may name in cs_want_call. */
typedef enum cs_ret_kind {
  CS_RET_PLAIN,    /* result -> register */
  CS_RET_DISCARD,  /* nothing */
  CS_RET_CTOR,     /* must be None; caller gets the instance */
  CS_RET_COND,     /* truth of the result decides the fused jump */
  CS_RET_NOTIMPL,  /* NotImplemented -> try the reflected method */
  CS_RET_NOTIMPL2, /* NotImplemented -> TypeError */
  CS_RET_ITER,     /* result -> loop variable; StopIteration ends the loop */
  CS_RET_GETATTR,  /* AttributeError -> __getattr__ or default */
  CS_RET_GEN,      /* frame of a generator */
  CS_RET_MODULE,   /* end of cs_run */
  CS_RET_STR,      /* must be str: __str__, __format__ */
  CS_RET_LEN,      /* must be int >= 0 */
  CS_RET_BOOL,     /* must be bool: __bool__ */
  CS_RET_TRUTH,    /* convert to bool: __contains__ */
  CS_RET_HASH,     /* must be int; reduced */
  CS_RET_INT,      /* must be int: __index__, __int__ */
  CS_RET_FLOAT,    /* must be float */
  CS_RET_ARG,      /* store into the native's argument and run it again */
  CS_RET_ITEROBJ,  /* must be an iterator: __iter__ */
  CS_RET_LOOP,     /* iterator for a for loop: store and go on */
  CS_RET_NEXT,     /* next(generator, default): the end gives the default */
  CS_RET_NOT,      /* logical not of the truth of the result */
  CS_RET_CLASSBODY,
  CS_RET_IMPORT,
  CS_RET_DEL,      /* finaliser: result and exception are dropped */
  CS_RET_SEND,     /* yield from: value out, or end and jump */
  CS_RET_UNPACK,   /* list -> registers from `ret` on */
  CS_RET_NOTIMPLC, /* as NOTIMPL for a comparison that decides a jump */
  CS_RET_REPR,     /* must be str: __repr__ */
  CS_RET_ASEND,    /* as SEND: what an asynchronous generator yields ends it */
  CS_RET_COUNT
} cs_ret_kind;

#define CS_CALL_ARGS 6

typedef struct cs_call { /* filled by cs_want_call for CS_CALLBACK */
  cs_value func;
  cs_value arg[CS_CALL_ARGS];
  uint32_t n;
  cs_ret_kind kind;
  cs_value aux; /* default for GETATTR and NEXT; else UNBOUND */
  bool resume;  /* by cs_want_resume: continue the generator `func` */
} cs_call;

/* Bytes that are always allocated between two collections.  A quarter of it
 * was slower: collections forget the caches, and blocks that were freed take
 * longer to hand out than space never used. */
#define CS_GC_LEAST (UINT32_C(8) << 20)

#define CS_METHOD_CACHE 1024 /* entries, direct mapped */
#define CS_INLINE_CACHE 2048 /* by site: what a session begins with */
/* A quarter more follows them, by site and guard. */
#define CS_INLINE_ALL(n) ((n) + (n) / 4)

typedef struct cs_method_entry {
  cs_off type, name;
  cs_value value; /* UNBOUND: known to be absent */
} cs_method_entry;

typedef struct cs_inline {
  uint32_t pc;    /* low bits of the instruction's address */
  uint32_t guard; /* shape, layout or key version */
  uint32_t slot;  /* slot, entry index or CS_IC_* | ... */
  cs_off target;  /* function or dict */
} cs_inline;

typedef struct cs_ctx cs_ctx;

/* Arguments are registers: one per declared parameter, UNBOUND when absent
 * (or `n` of them for a *args native).  `*out` is written only on CS_OK. */
typedef cs_status cs_leaf(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out);

struct cs_ctx {
  char *base;
  cs_head *head;
  cs_image *image;
  int64_t fuel; /* of the running slice, while a native runs */
  cs_call call; /* for CS_CALLBACK */
  struct {
    uint32_t arg;
    cs_protocol protocol;
    uint32_t intrinsic;
  } need;              /* for CS_NEED */
  uint32_t intrinsic;  /* CS_SLOW from an operator: prelude function to use */
  uint32_t native;     /* id of the running native */
  bool payload;        /* its self stands in for an instance of a subclass */
  bool applying;       /* a native runs on behalf of another: see apply.h */
  uint8_t briefs;      /* evaluations of ctx->brief in one another */
  uint16_t attr_depth; /* attributes that are those of something wrapped */
  bool reraise;        /* the exception in flight keeps its traceback */
  uint32_t retried;    /* where an instruction was repeated for space */
  int64_t saved_fuel;  /* of the slice, while that one instruction runs */
  int64_t look_at;     /* fuel below which long work looks at the clock */
  uint64_t owed; /* work kept across CS_RETRY; paid if that ends in failure */
  uint32_t limit_kind;
  const volatile uint32_t *interrupt; /* set by another thread; may be NULL */
  bool (*poll)(void *arg); /* asked at every slice: true stops; or NULL */
  void *poll_arg;
  bool memory_ends; /* a MemoryError of the limit finds no handler */
  bool ask_names;   /* names that are not defined are requests */
  void *host;       /* engine object that owns this context */
  cs_leaf *(*leaf)(uint32_t id); /* C function of a native */
  bool (*check_box)(struct cs_ctx *ctx, const cs_box *box); /* of a dump */
  /* The next match of a scanner, or None (mod/re_pattern.c). */
  cs_status (*next_match)(struct cs_ctx *ctx, cs_value scanner, cs_value *out);
  /* Instances with native special methods (types/key.h); NULL: none. */
  cs_status (*key_hash)(struct cs_ctx *ctx, cs_value v, int64_t *out);
  cs_status (*key_eq)(struct cs_ctx *ctx, cs_value a, cs_value b, bool *out);
  /* A short Python function, or such a method, called from C at once (vm/
   * brief.c): CS_OK or CS_RETRY.  CS_SLOW: nothing happened, call it in the
   * ordinary way.  NULL: always so. */
  cs_status (*brief)(struct cs_ctx *ctx, cs_value f, const cs_value *args,
                     uint32_t n, cs_value *out);
  /* Keywords of a native that takes any (CS_NATIVE_WORDS), until it has seen
   * them: the tuple of their names.  The values are its last arguments. */
  cs_value words;
  uint32_t nwords;
  uint32_t x_getattr_hook; /* its number among the intrinsics */
  struct cs_arena *arena;
  uint64_t heap_end;              /* end of the accessible heap */
  uint64_t stack_end, frames_end; /* likewise, of the two stacks */
  uint64_t frames_soft; /* frame records behind it were never written */
  uint32_t frame_soft;  /* frames that may be pushed without a second look */
  uint32_t out_high;    /* bytes of the outbox that were ever written */
  bool streams;         /* the host is there to take output at any time */
  uint32_t out_age;     /* polls that saw output waiting */
  bool spoilt;          /* a dump was refused half-way: the marks may lie */
  bool ripen;           /* the program asks: generators given up end now */
  bool building;        /* the image is being built: nothing is frozen */
  uint32_t torture;     /* collect at every allocation, fail the n-th, ... */
  uint64_t torture_n;
  uint64_t torture_slice;      /* SNAP: instructions between two moves */
  bool flooded;                /* a probe in a set was long: see flood.h */
  bool torture_moved;          /* SNAP: just loaded, run a slice first */
  uint64_t torture_promise;    /* bytes cs_alloc_reserve vouched for */
  const uint8_t *image_starts; /* bit per 16 bytes: objects of the image */
  void *re_cache;          /* owned: compiled patterns, see mod/re_cache.h */
  bool cached;             /* something was put into one of the two: */
  cs_method_entry *mcache; /* [CS_METHOD_CACHE] */
  /* Owned unless it is `icache_first`, the slot's: [CS_INLINE_ALL(imask + 1)].
   * Grows with the code that runs (icache.h). */
  cs_inline *icache, *icache_first;
  uint32_t imask;    /* places by site, less one; a power of two less one */
  uint32_t iclashes; /* sites that took another's place since a collection */
  /* Sets of class offsets, 4096 bits each, by cs_class_bit; too many are no
   * harm.  Classes that a cache entry depends on, and classes with subclasses
   * among the first `bases_seen` of CS_ROOT_CLASSES. */
  uint64_t watched[64], bases[64];
  uint32_t bases_seen;
  /* Of this run: errors that a limit raised, also those that were caught. */
  uint32_t memory_hits, recursion_hits;
};

/* Why a run stopped with CS_STOP. */
enum {
  CS_LIMIT_NONE,
  CS_LIMIT_FUEL,
  CS_LIMIT_INTERRUPT, /* deadline or cancellation */
  CS_LIMIT_OUTPUT,
  CS_LIMIT_CALLS,
  CS_LIMIT_FLUSH, /* no limit: the outbox must be emptied, then go on */
  CS_LIMIT_SLICE  /* no limit: a test wants to move the session here */
};
enum {                       /* ctx->torture */
       CS_TORTURE_GC = 1,    /* collect at every instruction */
       CS_TORTURE_HARD = 2,  /* the n-th allocation fails twice: MemoryError */
       CS_TORTURE_AGAIN = 4, /* the second time is due */
       CS_TORTURE_SOFT = 8,  /* the n-th allocation fails once */
       CS_TORTURE_SNAP =
           16 /* dump, load and go on after every n instructions */
};

/* --- addressing ---------------------------------------------------------- */

static inline void *cs_at(const cs_ctx *ctx, cs_off off) {
  return ctx->base + off;
}
static inline cs_off cs_off_of(const cs_ctx *ctx, const void *p) {
  return (cs_off)((const char *)p - ctx->base);
}
#define CS_AT(ctx, type, off) ((type *)cs_at((ctx), (off)))

/* C type, first and last of the layouts that may be read as it. */
#define CS_READ_AS_LIST(X)               \
  X(cs_obj, STR, SHAPE)                  \
  X(cs_str, STR, STR)                    \
  X(cs_bytes, BYTES, BYTES)              \
  X(cs_bigint, BIGINT, BIGINT)           \
  X(cs_complex, COMPLEX, COMPLEX)        \
  X(cs_list, LIST, LIST)                 \
  X(cs_tuple, TUPLE, TUPLE)              \
  X(cs_dict, DICT, DICT)                 \
  X(cs_set, SET, FROZENSET)              \
  X(cs_range, RANGE, RANGE)              \
  X(cs_slice, SLICE, SLICE)              \
  X(cs_bytearray, BYTEARRAY, BYTEARRAY)  \
  X(cs_memview, MEMVIEW, MEMVIEW)        \
  X(cs_func, FUNC, FUNC)                 \
  X(cs_native, NATIVE, NATIVE)           \
  X(cs_method, METHOD, METHOD)           \
  X(cs_cell, CELL, CELL)                 \
  X(cs_code, CODE, CODE)                 \
  X(cs_type, TYPE, TYPE)                 \
  X(cs_instance, INSTANCE, INSTANCE)     \
  X(cs_module, MODULE, MODULE)           \
  X(cs_gen, GEN, GEN)                    \
  X(cs_iter, ITER, ITER)                 \
  X(cs_property, PROPERTY, STATICMETHOD) \
  X(cs_super, SUPER, SUPER)              \
  X(cs_traceback, TRACEBACK, TRACEBACK)  \
  X(cs_frameobj, FRAME, FRAME)           \
  X(cs_view, VIEW, VIEW)                 \
  X(cs_proxy, PROXY, PROXY)              \
  X(cs_alias, ALIAS, UNION)              \
  X(cs_weakref, WEAKREF, WEAKREF)        \
  X(cs_member, MEMBER, MEMBER)           \
  X(cs_getset, GETSET, GETSET)           \
  X(cs_hostfunc, HOSTFUNC, HOSTFUNC)     \
  X(cs_box, BOX, BOX)                    \
  X(cs_array, ARRAY, ARRAY)              \
  X(cs_raw, RAW, RAW)

/* The object that `v` refers to.  Debug builds check that the reference and
 * the object itself have a layout that may be read as the C type: no native
 * reads what only Python's __class__ claims. */
#define X(name, first, last)                                           \
  static inline name *name##_ptr(const cs_ctx *ctx, cs_value v) {      \
    assert(cs_is_ref(v) && cs_ref_layout(v) >= CS_L_##first &&         \
           cs_ref_layout(v) <= CS_L_##last);                           \
    assert(CS_AT(ctx, cs_obj, cs_ref_off(v))->type == cs_ref_type(v)); \
    return CS_AT(ctx, name, cs_ref_off(v));                            \
  }
CS_READ_AS_LIST(X)
#undef X
#define CS_PTR(ctx, type, v) type##_ptr((ctx), (v))

/* True for objects of the warm image: they must not be written to. */
static inline bool cs_is_frozen(const cs_ctx *ctx, cs_value v) {
  return cs_ref_off(v) < CS_IMAGE_END && !ctx->building;
}

static inline cs_value cs_known(const cs_ctx *ctx, cs_name_id id) {
  return ctx->image->name[id];
}
static inline cs_value cs_root_get(const cs_ctx *ctx, cs_root r) {
  return ctx->head->root[r];
}

/* --- allocation (alloc.c) ------------------------------------------------ */

/* Take `bytes` (header included), zeroed, header filled in.  CS_RETRY: collect
 * first. */
cs_status cs_alloc(cs_ctx *ctx, uint32_t type, uint64_t bytes,
                   cs_off *out) CS_MUST_CHECK;
/* Make sure that `bytes` more can be taken without CS_RETRY, for natives that
 * must not fail half-way. */
cs_status cs_alloc_reserve(cs_ctx *ctx, uint64_t bytes) CS_MUST_CHECK;
/* Bring `live` and `peak` up to date: before somebody reads them. */
void cs_alloc_settle(cs_ctx *ctx);
/* Bytes handed out and not yet collected. */
static inline uint64_t cs_alloc_live(const cs_head *h) {
  return h->live + (uint64_t)(h->paced - h->alloc_left);
}
/* Decide how much may be allocated before the next look at the threshold. */
void cs_alloc_pace(cs_ctx *ctx);
/* Let the next allocations use everything up to the limit: for an instruction
 * that runs again after a collection. */
void cs_alloc_unpace(cs_ctx *ctx);
/* Mark and sweep.  Only between instructions: C holds no references. */
void cs_gc_collect(cs_ctx *ctx);
/* One bit per 16 bytes of heap, set where an object starts that the program or
 * the engine can still come to; changes nothing.  Owned by the caller: free.
 * NULL: no memory. */
uint8_t *cs_gc_reached(cs_ctx *ctx);
/* End of the registers in use (an offset); set by the VM before a collection.
 */

/* The recursion limit or the accessible frames changed. */
static inline void cs_ctx_frames(cs_ctx *ctx) {
  uint64_t room = (ctx->frames_soft - CS_FRAMES_BASE) / 24;
  uint32_t limit = ctx->head->recursion_limit;
  ctx->frame_soft = room < limit ? (uint32_t)room : limit;
}

/* --- fuel ---------------------------------------------------------------- */

/* Charge `n` units.  The slice may go negative: the loop notices at the next
 * instruction.  For work that could be very long, charge in chunks and return
 * CS_STOP/CS_RETRY-style through cs_charge_big. */
static inline void cs_charge(cs_ctx *ctx, uint64_t n) {
  ctx->fuel -= n > (UINT64_C(1) << 40) ? (INT64_C(1) << 40) : (int64_t)n;
}
/* Charge before a single operation of cost `n`; CS_STOP if the session's fuel
 * cannot pay it, or its time is over already (nothing changed). */
cs_status cs_charge_big(cs_ctx *ctx, uint64_t n) CS_MUST_CHECK;

/* Work that was charged between two looks at the clock: about a millisecond. */
#define CS_LONG_WORK 65536
cs_status cs_charge_late(cs_ctx *ctx) CS_MUST_CHECK;
/* Ask this in every loop whose items can cost much each, after charging: one
 * list may hold the same long text a million times.  CS_STOP: time or fuel is
 * over; like CS_RETRY only where the instruction can run again. */
static inline cs_status cs_charge_look(cs_ctx *ctx) {
  return __builtin_expect(ctx->fuel >= ctx->look_at, 1) ? CS_OK
                                                        : cs_charge_late(ctx);
}

/* What code that knows no session asks in long computations: is this run's time
 * over?  After a yes the native returns CS_STOP. */
cs_patience cs_charge_patience(cs_ctx *ctx);

/* Take back what was charged since `fuel` was left, for work that another way
 * does again; the clock is looked at as often as before. */
static inline void cs_charge_undo(cs_ctx *ctx, int64_t fuel) {
  ctx->fuel = fuel;
  if (ctx->look_at < fuel - CS_LONG_WORK) ctx->look_at = fuel - CS_LONG_WORK;
}

/* --- outcomes ------------------------------------------------------------ */

/* Raise.  Format: %s C string (or NULL), %v str value, %t type name of a
 * value, %d int64_t, %u uint64_t, %c code point, %r short repr of a str or
 * int value, %% percent.  Returns CS_THROW, or CS_RETRY without space. */
cs_status cs_throw(cs_ctx *ctx, cs_exc_id exc, const char *format,
                   ...) CS_MUST_CHECK;
/* Raise an exception of class `exc` whose only argument is `arg`. */
cs_status cs_throw_value(cs_ctx *ctx, cs_exc_id exc,
                         cs_value arg) CS_MUST_CHECK;
/* Raise this exception object. */
cs_status cs_throw_object(cs_ctx *ctx, cs_value exc) CS_MUST_CHECK;

/* Stop with a request; `details` goes to root REQUEST. */
static inline cs_status cs_want_request(cs_ctx *ctx, cs_request_kind kind,
                                        cs_value details) {
  ctx->head->request = kind;
  ctx->head->root[CS_ROOT_REQUEST] = details;
  return CS_SUSPEND;
}

/* Ask for coercion of argument `arg`; the native runs again afterwards. */
static inline cs_status cs_need(cs_ctx *ctx, uint32_t arg, cs_protocol p) {
  ctx->need.arg = arg;
  ctx->need.protocol = p;
  return CS_NEED;
}

/* Tail call: the result of `func(...)`, passed through `kind`, becomes the
 * result of the native. */
cs_status cs_want_call(cs_ctx *ctx, cs_ret_kind kind, cs_value func, uint32_t n,
                       const cs_value *args) CS_MUST_CHECK;
/* Continue a generator, with a value or, if `exc` is not UNBOUND, with an
 * exception.  The only way: a generator in `func` of a plain call is a value
 * that the program put there, and not callable. */
cs_status cs_want_resume(cs_ctx *ctx, cs_value gen, cs_value sent,
                         cs_value exc) CS_MUST_CHECK;
static inline cs_status cs_want_call1(cs_ctx *ctx, cs_ret_kind kind,
                                      cs_value func, cs_value a) {
  return cs_want_call(ctx, kind, func, 1, &a);
}
static inline cs_status cs_want_call2(cs_ctx *ctx, cs_ret_kind kind,
                                      cs_value func, cs_value a, cs_value b) {
  cs_value args[2] = {a, b};
  return cs_want_call(ctx, kind, func, 2, args);
}

/* Step: the result of `func(...)` becomes argument `arg`, then the native runs
 * again.  Its arguments are all the state it has. */
static inline cs_status cs_want_arg(cs_ctx *ctx, uint32_t arg, cs_value func,
                                    uint32_t n, const cs_value *args) {
  cs_status st = cs_want_call(ctx, CS_RET_ARG, func, n, args);
  (void)st;
  return cs_need(ctx, arg, CS_NEED_CALL);
}

/* The same, but a short function is called at once: CS_OK, its result is in
 * `args[arg]`; it is charged as if the native had run again. */
static inline cs_status cs_want_soon(cs_ctx *ctx, cs_value *args, uint32_t arg,
                                     cs_value func, uint32_t n,
                                     const cs_value *from) {
  cs_status st =
      ctx->brief ? ctx->brief(ctx, func, from, n, &args[arg]) : CS_SLOW;
  if (st == CS_SLOW) return cs_want_arg(ctx, arg, func, n, from);
  cs_charge(ctx, st == CS_OK);
  return st;
}

/* --- natives ------------------------------------------------------------- */

/* Signatures use Python's syntax without annotations:
 *   "($self, sep=None, /, maxsplit=-1)"  at most 12 parameters, the native gets
 *       one register per parameter; `$self` marks a method, `$cls` a class
 *       method, otherwise it is a plain function or static method.  Defaults
 *       are only documentation: absent arguments arrive as UNBOUND;
 *   "($self, *args)"  the native gets n arguments as they are, no keywords;
 *   "get" / "set"     getter (self) or setter (self, value) of an attribute;
 *       a getter without setter is read-only.
 * `owner` is a type name ("str"), or a module name with a dot in front
 * (".math"); ".builtins" holds the built-in functions. */
typedef struct cs_native_def {
  const char *owner;
  const char *name;
  const char *signature;
  cs_leaf *fn;
} cs_native_def;

#endif
