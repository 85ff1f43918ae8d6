/*
 * test_space.c - sessions share the library's modules and not their changes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "py/engine.h"
#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"

static cs_engine *open_in(cs_pool *pool) {
  cs_limits limits;
  cs_engine *e;
  cs_limits_default(&limits);
  assert_int_equal(cs_engine_new_in(pool, &limits, &e), CS_OK);
  return e;
}

static void run(cs_engine *e, const char *text) {
  cs_stop stop = cs_engine_start(e, text, strlen(text), "t.py", 0);
  if (stop != CS_STOP_DONE) {
    size_t n;
    fprintf(stderr, "%s\n", cs_engine_error(e, &n));
  }
  assert_int_equal(stop, CS_STOP_DONE);
}

static cs_engine *twin_of(cs_pool *pool, cs_engine *e) {
  cs_limits limits;
  cs_engine *twin;
  void *bytes;
  size_t n;
  cs_limits_default(&limits);
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  assert_int_equal(cs_engine_load_in(pool, &limits, bytes, n, &twin), CS_OK);
  free(bytes);
  return twin;
}

/* Every kind of change to a module. */
static const char changes[] =
    "import json, math, os.path, sys, random, decimal, logging, textwrap\n"
    "json.dumps = lambda x: 'patched'\n"
    "del math.tau\n"
    "vars(os.path)['mine'] = 1\n"
    "sys.argv.append('mine')\n"
    "sys.path.insert(0, '/mine')\n"
    "random.seed(3)\n"
    "decimal.getcontext().prec = 5\n"
    "logging.basicConfig(level=7)\n"
    "logging.getLogger('mine').setLevel(9)\n"
    "textwrap.re.mine = 2\n"
    "sys.modules['own'] = json\n";

static const char changed[] =
    "import json, math, os.path, sys, random, decimal, logging, re\n"
    "assert json.dumps([]) == 'patched'\n"
    "assert not hasattr(math, 'tau')\n"
    "assert os.path.mine == 1\n"
    "assert sys.argv[-1] == 'mine' and sys.path[0] == '/mine'\n"
    "assert decimal.getcontext().prec == 5\n"
    "assert logging.root.level == 7\n"
    "assert logging.getLogger('mine').level == 9\n"
    "assert re.mine == 2\n"
    "import own\n"
    "assert own is json\n";

static const char untouched[] =
    "import json, math, os.path, sys, random, decimal, logging, re\n"
    "assert json.dumps([]) == '[]'\n"
    "assert math.tau > 6\n"
    "assert not hasattr(os.path, 'mine') and 'mine' not in vars(os.path)\n"
    "assert 'mine' not in sys.argv and '/mine' not in sys.path\n"
    "assert decimal.getcontext().prec == 28\n"
    "assert logging.root.level == 30\n"
    "assert 'mine' not in logging.root.manager.loggerDict\n"
    "assert not hasattr(re, 'mine')\n"
    "assert 'own' not in sys.modules\n";

static void a_session_keeps_its_changes_to_itself(void **state) {
  cs_pool *pool = *state;
  cs_engine *other = open_in(pool), *e = open_in(pool);
  run(other, "import json, sys\nsys.argv");
  run(e, changes);
  run(e, changed);
  run(other, untouched);
  cs_engine_free(e);
  e = open_in(pool); /* the same slot, most likely */
  run(e, untouched);
  cs_engine_free(e);
  cs_engine_free(other);
}

static void a_snapshot_carries_them(void **state) {
  cs_pool *pool = *state;
  cs_engine *e = open_in(pool);
  run(e, changes);
  cs_engine *twin = twin_of(pool, e);
  run(twin, changed);
  run(twin, "r = random.random()");
  run(e, "r = random.random()\nassert r == 0.23796462709189137, r");
  run(twin, "assert r == 0.23796462709189137, r");
  /* and what the twin does now is its own */
  run(twin, "json.dumps = len\ndel os.path.mine\nsys.argv.clear()");
  run(e, changed);
  cs_engine_free(twin);
  run(e, changed);
  cs_engine_free(e);
}

static void importing_makes_nothing(void **state) {
  cs_engine *e = open_in(*state);
  run(e, "1");
  uint64_t before = cs_engine_usage(e).memory_live;
  run(e, "import json, sys, random, argparse, xml.etree.ElementTree");
  assert_true(cs_is_none(e->ctx.head->root[CS_ROOT_SPACES]));
  assert_true(cs_engine_usage(e).memory_live - before < 4096);
  run(e, "json.x = 1");
  assert_true(cs_is_tuple(e->ctx.head->root[CS_ROOT_SPACES]));
  cs_engine_free(e);
}

/* A forged list of namespaces is refused, not followed. */
static void a_forged_snapshot_is_refused(void **state) {
  cs_pool *pool = *state;
  cs_limits limits;
  void *bytes;
  size_t n;
  static const char *const forged[] = {"x = (1, 2)", "x = [None]", "x = {}"};
  cs_limits_default(&limits);
  for (size_t i = 0; i < 3; i++) {
    cs_engine *e = open_in(pool), *twin = NULL;
    cs_value key, *root = e->ctx.head->root;
    run(e, forged[i]);
    assert_int_equal(cs_str_intern_bytes(&e->ctx, "x", 1, &key), CS_OK);
    root[CS_ROOT_SPACES] =
        cs_dict_get_name(&e->ctx, root[CS_ROOT_GLOBALS], key);
    assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
    root[CS_ROOT_SPACES] = CS_NONE;
    cs_engine_free(e);
    assert_int_not_equal(cs_engine_load_in(pool, &limits, bytes, n, &twin),
                         CS_OK);
    free(bytes);
  }
}

static int set_up(void **state) {
  cs_pool *pool;
  if (cs_pool_new(0, &pool) != CS_OK) return 1;
  *state = pool;
  return 0;
}

static int tear_down(void **state) {
  cs_pool_free(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_session_keeps_its_changes_to_itself),
      cmocka_unit_test(a_snapshot_carries_them),
      cmocka_unit_test(importing_makes_nothing),
      cmocka_unit_test(a_forged_snapshot_is_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
