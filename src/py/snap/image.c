/*
 * image.c - dry the image for storage, and back.
 *
 * Two steps make the image small in the binary.  First, what can be computed is
 * left out: hashes and indexes of tables, names that a function shares with its
 * code, headers of texts (thin.c).  Then the rest is packed (base/lz.h).
 * Unpacking runs both backwards and gives the same bytes; the packer checks it.
 *
 * The packed bytes are part of our own binary.  Bounds are still checked before
 * use (is_sound), so that a damaged file is an error and not a crash, but this
 * is no parser of foreign data: what the parts hold is believed.
 *
 * Programs that are started often have the image as it is instead, on pages of
 * their own: ownfile.c maps them, and nothing is unpacked or copied.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/snap/image.h"

#include <stdlib.h>

#include "base/arena.h"
#include "digest/lz.h"
#include "py/heap/dict.h"
#include "py/heap/str.h"
#include "py/snap/thin.h"

/* The image in four parts: the heap of objects, its texts, its blocks of
 * bytes, and what lies behind them. */
enum { OBJECTS, TEXTS, BLOCKS, REST, PARTS };

typedef struct head { /* of the packed form */
  char magic[8];
  uint64_t size;  /* of the image */
  uint8_t id[32]; /* as in the image */
  struct {
    uint32_t end;    /* offset of what follows it in the image */
    uint32_t thin;   /* bytes before packing */
    uint32_t packed; /* and after */
  } part[PARTS];
} head;

static const uint32_t unit_of[PARTS] = {8, 1, 4, 8}; /* for digest/lz.h */

static const char packed_magic[8] = "CSPACK2";
static const char plain_magic[8] = "CSPLAIN"; /* as it is, from the next page */

/* Plain bytes begin and end with a page of the file: there they are mapped. */
static size_t whole_pages(size_t size) {
  return (size + CS_PAGE - 1) & ~(size_t)(CS_PAGE - 1);
}

/* Objects begin after the struct, at the next multiple of 16. */
static cs_off first_object(void) {
  return (CS_IMAGE_BASE + (cs_off)sizeof(cs_image) + 15) & ~15u;
}

/* Visit every object of the image. */
static void each(cs_ctx *ctx, uint64_t end, void visit(cs_ctx *, cs_off)) {
  uint64_t off = first_object();
  while (off < end) {
    visit(ctx, (cs_off)off);
    off += (uint64_t)CS_AT(ctx, cs_obj, (cs_off)off)->units * 16;
  }
}

/* The number of instructions follows from the size of their block. */
static void dry_code(cs_ctx *ctx, cs_off off) {
  cs_code *c = CS_AT(ctx, cs_code, off);
  if (c->h.type == CS_L_CODE) c->ninsns = 0;
}

/* "Wet" is the opposite of dry: what was left out of the packed form is
 * computed again. */
static void wet_code(cs_ctx *ctx, cs_off off) {
  cs_code *c = CS_AT(ctx, cs_code, off);
  if (c->h.type == CS_L_CODE)
    c->ninsns = CS_AT(ctx, cs_raw, c->insns)->fill / 4;
}

/* Most functions have the names and the text of their code. */
static void dry_func(cs_ctx *ctx, cs_off off) {
  cs_func *f = CS_AT(ctx, cs_func, off);
  if (f->h.type != CS_L_FUNC) return;
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  if (cs_same(f->name, c->name)) f->name = CS_UNBOUND;
  if (cs_same(f->qualname, c->qualname)) f->qualname = CS_UNBOUND;
  if (cs_same(f->doc, c->doc)) f->doc = CS_UNBOUND;
}

static void wet_func(cs_ctx *ctx, cs_off off) {
  cs_func *f = CS_AT(ctx, cs_func, off);
  if (f->h.type != CS_L_FUNC) return;
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  if (cs_is_unbound(f->name)) f->name = c->name;
  if (cs_is_unbound(f->qualname)) f->qualname = c->qualname;
  if (cs_is_unbound(f->doc)) f->doc = c->doc;
}

/* Hashes of keys and the index follow from the keys. */
static void dry_dict(cs_ctx *ctx, cs_off off) {
  if (CS_AT(ctx, cs_obj, off)->type == CS_L_DICT)
    cs_dict_unhash(ctx, cs_ref(CS_L_DICT, off));
}

static void wet_dict(cs_ctx *ctx, cs_off off) {
  if (CS_AT(ctx, cs_obj, off)->type == CS_L_DICT)
    cs_dict_rehash(ctx, cs_ref(CS_L_DICT, off));
}

/* Texts have no hash in thin form: nothing is left of it to be dried. */
static void dry(cs_ctx *ctx, cs_off end) {
  each(ctx, end, dry_dict);
  each(ctx, end, dry_func);
  each(ctx, end, dry_code);
  cs_str_intern_empty(ctx);
}

/* Functions after code, which lies before them (cs_thin_group): they copy names
 * from code that has its own again. */
static void wet_object(cs_ctx *ctx, cs_off off) {
  wet_dict(ctx, off);
  wet_func(ctx, off);
  wet_code(ctx, off);
}

/* The size comes from the stored head and decides how much memory is mapped:
 * it is checked against the room that the arena has for an image. */
size_t cs_image_size(const uint8_t *packed, size_t len) {
  head h;
  if (len < sizeof h) return 0;
  memcpy(&h, packed, sizeof h);
  bool plain = memcmp(h.magic, plain_magic, sizeof h.magic) == 0;
  if ((!plain && memcmp(h.magic, packed_magic, sizeof h.magic) != 0) ||
      h.size < sizeof(cs_image) || h.size > CS_IMAGE_END - CS_IMAGE_BASE)
    return 0;
  return !plain || CS_PAGE + whole_pages(h.size) == len ? h.size : 0;
}

bool cs_image_is_that(const uint8_t *packed, size_t len, const uint8_t id[32]) {
  head h;
  if (!cs_image_size(packed, len)) return false;
  memcpy(&h, packed, sizeof h);
  return memcmp(h.id, id, sizeof h.id) == 0;
}

/* NULL: it is packed, and has to be unpacked first. */
const void *cs_image_plain(const uint8_t *packed, size_t len) {
  if (!cs_image_size(packed, len) ||
      memcmp(packed, plain_magic, sizeof plain_magic) != 0)
    return NULL;
  return packed + CS_PAGE;
}

/* The bounds of the parts were written by cs_image_pack. */
static bool is_sound(const head *h, size_t len) {
  uint64_t packed = sizeof *h;
  uint32_t at = 0;
  for (int i = 0; i < PARTS; i++) {
    uint32_t end = h->part[i].end;
    if (end < at || end > h->size || h->part[i].thin > end - at) return false;
    packed += h->part[i].packed;
    at = end;
  }
  return at == h->size && packed == len;
}

/* Thin bytes go to the end of the range they will fill: from there they are
 * spread to their places, which are never behind what is still to be read. */
static cs_status unpack_parts(cs_ctx *ctx, const head *h, const uint8_t *from) {
  cs_off at = CS_IMAGE_BASE;
  for (int i = 0; i < PARTS; i++) {
    cs_off end = CS_IMAGE_BASE + h->part[i].end;
    uint8_t *thin = cs_at(ctx, end - h->part[i].thin);
    cs_status st = cs_lz_unpack(from, h->part[i].packed, unit_of[i], thin,
                                h->part[i].thin);
    if (st != CS_OK) return st;
    if (i == TEXTS) cs_thin_texts_back(ctx, thin, at, end);
    if (i == BLOCKS) cs_thin_blocks_back(ctx, thin, at, end);
    from += h->part[i].packed;
    at = end;
  }
  return CS_OK;
}

/* The context made here has a base and an image, nothing else: the functions
 * used on it may not allocate, charge fuel or look at the clock. */
cs_status cs_image_unpack(const uint8_t *packed, size_t len, void *to) {
  size_t size = cs_image_size(packed, len);
  const void *plain = cs_image_plain(packed, len);
  if (!size) return CS_ECORRUPT;
  if (plain) {
    memcpy(to, plain, size);
    return CS_OK;
  }
  head h;
  memcpy(&h, packed, sizeof h);
  if (!is_sound(&h, len)) return CS_ECORRUPT;
  cs_ctx ctx = {
      .base = (char *)to - CS_IMAGE_BASE,
      .image = to,
      .building = true,
      .look_at = INT64_MIN,
  };
  cs_status st = unpack_parts(&ctx, &h, packed + sizeof h);
  if (st != CS_OK) return st;
  cs_off end = CS_IMAGE_BASE + h.part[OBJECTS].end;
  cs_thin_refs_back(&ctx, first_object(), end);
  each(&ctx, end, wet_object);
  cs_str_intern_fill(&ctx, first_object(), (cs_off)(CS_IMAGE_BASE + size));
  return CS_OK;
}

/* The bytes are the caller's to free. */
cs_status cs_image_store(const cs_ctx *ctx, uint8_t **out, size_t *len) {
  size_t size = (size_t)(ctx->image->end - CS_IMAGE_BASE);
  uint8_t *bytes = calloc(1, CS_PAGE + whole_pages(size));
  if (!bytes) return CS_EOS;
  head h = {.size = size};
  memcpy(h.magic, plain_magic, sizeof h.magic);
  memcpy(h.id, ctx->image->id, sizeof h.id);
  memcpy(bytes, &h, sizeof h);
  memcpy(bytes + CS_PAGE, ctx->image, size);
  *out = bytes;
  *len = CS_PAGE + whole_pages(size);
  return CS_OK;
}

/* --- packing ------------------------------------------------------------- */

/* The end of the run of objects of one kind that starts at `off`. */
static cs_off run_of(const cs_ctx *ctx, cs_off off, cs_off end,
                     bool is_kind(const cs_obj *)) {
  while (off < end && is_kind(CS_AT(ctx, cs_obj, off)))
    off += CS_AT(ctx, cs_obj, off)->units * 16;
  return off;
}

/* The first part: what has references. */
static bool is_object(const cs_obj *o) {
  return !cs_thin_is_text(o) && !cs_thin_is_block(o);
}

/* compact.c laid the objects out by group, so each part is one run. */
static void find_parts(const cs_ctx *ctx, head *h) {
  cs_off end = (cs_off)(CS_IMAGE_BASE + h->size);
  cs_off texts = run_of(ctx, first_object(), end, is_object);
  cs_off blocks = run_of(ctx, texts, end, cs_thin_is_text);
  cs_off rest = run_of(ctx, blocks, end, cs_thin_is_block);
  cs_off ends[] = {texts, blocks, rest, end};
  for (int i = 0; i < PARTS; i++) h->part[i].end = ends[i] - CS_IMAGE_BASE;
}

/* Leave out of `image` what can be computed; each part shrinks in its place. */
static void thin_out(uint8_t *image, head *h) {
  cs_ctx ctx = {.base = (char *)image - CS_IMAGE_BASE,
                .image = (cs_image *)(void *)image,
                .look_at = INT64_MIN, /* nobody waits: it costs nothing */
                .building = true};
  cs_off end[PARTS];
  for (int i = 0; i < PARTS; i++) end[i] = CS_IMAGE_BASE + h->part[i].end;
  dry(&ctx, end[OBJECTS]);
  cs_thin_refs(&ctx, first_object(), end[OBJECTS]);
  h->part[OBJECTS].thin = h->part[OBJECTS].end;
  h->part[TEXTS].thin = (uint32_t)cs_thin_texts(&ctx, end[OBJECTS], end[TEXTS],
                                                cs_at(&ctx, end[OBJECTS]));
  h->part[BLOCKS].thin = (uint32_t)cs_thin_blocks(&ctx, end[TEXTS], end[BLOCKS],
                                                  cs_at(&ctx, end[TEXTS]));
  h->part[REST].thin = end[REST] - end[BLOCKS];
}

/* Pack the parts of the thin image behind room for the head. */
static cs_status pack_parts(const uint8_t *image, head *h, uint8_t *out,
                            size_t *len) {
  *len = sizeof *h;
  for (int i = 0; i < PARTS; i++) {
    uint8_t *part;
    size_t n;
    const uint8_t *from = image + (i ? h->part[i - 1].end : 0);
    cs_status st = cs_lz_pack(from, h->part[i].thin, unit_of[i], &part, &n);
    if (st != CS_OK) return st;
    h->part[i].packed = (uint32_t)n;
    memcpy(out + *len, part, n);
    free(part);
    *len += n;
  }
  memcpy(out, h, sizeof *h);
  return CS_OK;
}

/* Packs a copy, unpacks it again and compares: a build never stores an image
 * that a user's process would unpack to something else. */
cs_status cs_image_pack(cs_ctx *ctx, uint8_t **out, size_t *len) {
  head h = {.size = ctx->image->end - CS_IMAGE_BASE};
  memcpy(h.magic, packed_magic, sizeof h.magic);
  memcpy(h.id, ctx->image->id, sizeof h.id);
  find_parts(ctx, &h);
  uint8_t *image = malloc(h.size), *packed = malloc(sizeof h + 2 * h.size);
  cs_status st = image && packed ? CS_OK : CS_EOS;
  if (st == CS_OK) {
    memcpy(image, ctx->image, h.size);
    thin_out(image, &h);
    st = pack_parts(image, &h, packed, len);
  }
  if (st == CS_OK) st = cs_image_unpack(packed, *len, image);
  if (st == CS_OK && memcmp(image, ctx->image, h.size) != 0) st = CS_ECORRUPT;
  free(image);
  if (st == CS_OK)
    *out = packed;
  else
    free(packed);
  return st;
}
