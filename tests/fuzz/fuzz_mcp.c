/*
 * fuzz_mcp.c - any bytes as messages of an MCP client.
 *
 * The first byte decides: below 128 the rest is a frame as it came over the
 * wire; otherwise a recipe that takes good frames apart and puts them together
 * wrongly: values of one in the place of others, keys lost, deep, long, twice.
 * Every recipe is sent in every revision.
 *
 * What must hold: nothing crashes, every request that has an id is answered at
 * most once, and every answer is a frame that a client can read.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/headers.h"
#include "serve/proto.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok) {
  if (!ok) abort();
}

/* --- the server, once for all -------------------------------------------- */

typedef struct sink {
  cs_outlet base; /* first */
  pthread_mutex_t lock;
  int answers[8]; /* by id, of requests with a small one */
  char session[CS_TEXT_ID], run[CS_TEXT_ID];
} sink;

static cs_server server;
static cs_mcp_config config;
static cs_caller caller;
static sink out;
static const cs_mount_spec mounts[] = {
    {.at = "/workspace", .mode = CS_MOUNT_OVERLAY, .limit = 1 << 20}};

static void learn(const json_t *frame, const char *key, char to[CS_TEXT_ID]) {
  json_t *result = json_object_get(frame, "result");
  const char *id =
      cs_rpc_text(json_object_get(result, "structuredContent"), key);
  if (id) snprintf(to, CS_TEXT_ID, "%s", id);
}

static void check_frame(json_t *frame) {
  const char *why = "";
  char *text = json_dumps(frame, JSON_COMPACT);
  must(text && !strchr(text, '\n'));
  json_t *again = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  must(again && json_equal(again, frame));
  json_decref(again);
  free(text);
  (void)why;
  if (json_object_get(frame, "method")) return;
  must(!json_object_get(frame, "result") != !json_object_get(frame, "error"));
  must(json_object_get(frame, "id"));
}

static void take(cs_outlet *o, json_t *frame) {
  json_t *one;
  size_t i;
  (void)o;
  pthread_mutex_lock(&out.lock);
  if (json_is_array(frame)) {
    json_array_foreach(frame, i, one) check_frame(one);
  } else {
    check_frame(frame);
    json_t *id = json_object_get(frame, "id");
    json_int_t n = json_integer_value(id);
    if (json_is_integer(id) && n >= 0 && n < 8 && n != 7)
      must(++out.answers[n] == 1);
    learn(frame, "session_id", out.session);
    learn(frame, "run_id", out.run);
  }
  pthread_mutex_unlock(&out.lock);
  json_decref(frame);
}

static void nothing(cs_outlet *o) {
  (void)o;
}
static void lives_on(cs_outlet *o, int more) {
  (void)o, (void)more;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  cs_error err = {0};
  (void)argc;
  (void)argv;
  cs_mcp_config_init(&config);
  config.depths = CS_MCP_ENGINE;
  config.rate = UINT32_MAX; /* a fuzzer is fast */
  config.in_process = true;
  config.mounts = mounts;
  config.nmounts = 1;
  config.cwd = "/workspace";
  config.time_ms = 200;
  config.fuel = 100000;
  config.memory = 16 << 20;
  config.sessions = 3;
  config.calls = 64;
  config.yield_ms = 5;
  out.base = (cs_outlet){
      .send = take, .done = nothing, .keep = lives_on, .scope = "fuzz"};
  pthread_mutex_init(&out.lock, NULL);
  must(cs_server_open(&server, &config, &err) == CS_OK);
  return 0;
}

static void send_text(cs_link *l, const char *text, size_t n) {
  const char *why = "";
  json_t *frame = cs_rpc_parse(text, n, &why);
  if (frame)
    cs_proto_take(l, frame);
  else
    must(why[0]);
  json_decref(frame);
}

/* --- recipes ------------------------------------------------------------- */

static const char *const frames[] = {
    "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':"
    "'run_code','arguments':{'code':'print(1)\\nx = 2\\nx'}}}",
    "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':"
    "'run_code','arguments':{'code':'x','session_id':'@','restart':true,"
    "'inputs':{'a':[1,2.5,null]},'files':[{'path':'a/b','text':'c'}],"
    "'timeout_ms':50,'yield_time_ms':1,'max_output_bytes':10}}}",
    "{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':'fs_read',"
    "'arguments':{'session_id':'@','path':'a/b','offset':0}}}",
    "{'jsonrpc':'2.0','id':4,'method':'tools/call','params':{'name':"
    "'fs_write','arguments':{'path':'d','base64':'AAAA'}}}",
    "{'jsonrpc':'2.0','id':5,'method':'tools/call','params':{'name':"
    "'snapshot_fork','arguments':{'session_id':'@','count':2}}}",
    "{'jsonrpc':'2.0','id':6,'method':'resources/read','params':{'uri':"
    "'caisson://session/@/files/workspace/a%2Fb'}}",
    "{'jsonrpc':'2.0','id':7,'method':'tools/list','params':{'cursor':'x'}}",
    "{'jsonrpc':'2.0','method':'notifications/cancelled','params':"
    "{'requestId':1}}",
    "{'jsonrpc':'2.0','id':7,'method':'tools/call','params':{'name':'wait',"
    "'arguments':{'run_id':'#','wait_ms':1},'task':{'ttl':1},"
    "'_meta':{'progressToken':'p'}}}",
    "{'jsonrpc':'2.0','id':7,'method':'tasks/get','params':{'taskId':'#'}}",
    "{'jsonrpc':'2.0','id':7,'method':'tasks/cancel','params':"
    "{'taskId':'#'}}",
    "{'jsonrpc':'2.0','id':7,'method':'initialize','params':"
    "{'protocolVersion':'2025-06-18','capabilities':{}}}"};
#define FRAMES (sizeof frames / sizeof *frames)

/* ' is ", @ the last session, # the last run. */
static json_t *frame_of(size_t i) {
  char text[1024];
  size_t n = 0;
  for (const char *s = frames[i % FRAMES]; *s; s++) {
    const char *id = *s == '@' ? out.session : *s == '#' ? out.run : NULL;
    if (id)
      n += (size_t)snprintf(text + n, sizeof text - n, "%s", id);
    else
      text[n++] = *s == '\'' ? '"' : *s;
  }
  json_t *v = json_loadb(text, n, 0, NULL);
  must(v != NULL);
  return v;
}

/* The `n`th value below `v` in its container; NULL: there are fewer. */
static json_t *nth(json_t *v, unsigned *n, json_t **in, const char **key) {
  const char *name;
  json_t *one, *found;
  size_t i;
  void *next;
  json_object_foreach_safe(v, next, name, one) {
    if ((*n)-- == 0) {
      *in = v;
      *key = name;
      return one;
    }
    if ((found = nth(one, n, in, key))) return found;
  }
  json_array_foreach(v, i,
                     one) if ((found = nth(one, n, in, key))) return found;
  return NULL;
}

static json_t *odd_value(uint8_t a, uint8_t b) {
  static const char *const texts[] = {
      "",         "\x1b[31m",  "../../etc/passwd", "2026-07-28",
      "run_code", "-1",        "\xEF\xBF\xBF",     "caisson://session//files/",
      "code",     "tools/call"};
  switch (a % 8) {
    case 0: return json_null();
    case 1: return json_integer((json_int_t)b - 128);
    case 2: return json_integer(INT64_MAX - b);
    case 3: return json_real(b / 3.0);
    case 4: return json_boolean(b & 1);
    case 5: return json_string(texts[b % 10]);
    case 6: return json_array();
    default: return json_object();
  }
}

/* Four bytes are one change: where, what, and with what. */
static void change(json_t *frame, const uint8_t *d) {
  json_t *in = NULL;
  const char *key = NULL;
  unsigned n = d[0] % 24;
  json_t *at = nth(frame, &n, &in, &key);
  if (!at) return;
  char name[64];
  snprintf(name, sizeof name, "%s", key);
  if (d[1] % 4 == 0) {
    json_object_del(in, name);
  } else if (d[1] % 4 == 1) {
    json_object_set_new(in, name, odd_value(d[2], d[3]));
  } else if (d[1] % 4 == 2) {
    json_t *other = frame_of(d[2]), *from = NULL;
    unsigned k = d[3] % 16;
    json_t *v = nth(other, &k, &from, &key);
    if (v) json_object_set(in, name, v);
    json_decref(other);
  } else {
    json_object_set_new(in, d[3] & 1 ? "extra" : "_meta",
                        odd_value(d[2], d[3]));
  }
}

static void add_envelope(json_t *frame, bool tasks) {
  json_t *params = json_object_get(frame, "params");
  json_t *meta =
      json_pack("{s:s, s:{}}", CS_META_VERSION, "2026-07-28", CS_META_CLIENT);
  if (tasks)
    json_object_set_new(meta, CS_META_CLIENT,
                        json_pack("{s:{s:{}}}", "extensions", CS_TASKS));
  if (json_is_object(params)) json_object_set(params, "_meta", meta);
  json_decref(meta);
}

static void cook(cs_link *l, const uint8_t *d, size_t n) {
  json_t *frame = frame_of(d[0]);
  if (l->version == CS_REVISION_NONE || l->version >= CS_REVISION_MODERN)
    add_envelope(frame, d[1] & 1);
  for (size_t i = 2; i + 4 <= n; i += 4) change(frame, d + i);
  json_t *whole =
      d[1] & 2 ? json_pack("[O, O]", frame, frame) : json_incref(frame);
  char *text = json_dumps(whole, JSON_COMPACT | JSON_ENCODE_ANY);
  if (text) send_text(l, text, strlen(text));
  free(text);
  json_decref(whole);
  json_decref(frame);
}

static void check_header(const uint8_t *data, size_t size) {
  char *text = strndup((const char *)data, size);
  char *value = text ? cs_headers_decode(text) : NULL;
  free(value);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  bool recipe = data[0] >= 128;
  for (int v = CS_REVISION_NONE; v < CS_REVISION_COUNT; v++) {
    cs_link l = {.server = &server,
                 .caller = &caller,
                 .outlet = &out.base,
                 .version = (cs_revision)v};
    memset(out.answers, 0, sizeof out.answers);
    if (recipe)
      cook(&l, data + 1, size - 1);
    else
      send_text(&l, (const char *)data + 1, size - 1);
    cs_job_wait_all(&server, 20000);
  }
  check_header(data, size);
  return 0;
}
