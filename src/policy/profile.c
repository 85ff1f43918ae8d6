/*
 * profile.c - the built-in profiles, as the files that they stand for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "policy/load.h"

const char cs_profile_names[] = "default|strict|agent|mellea-unsafe";

static const char text_default[] =
    "# Every field has its default: no files, no network, no processes.\n"
    "version: 1\n"
    "name: default\n";

static const char text_strict[] =
    "# Our engine in a locked-down worker: no mounts, no tools, nothing else.\n"
    "version: 1\n"
    "name: strict\n"
    "depth: interp\n"
    "depth_allow: [check, interp]\n"
    "worker: true\n"
    "fs: {read: [], write: [], mounts: []}\n"
    "workspace: {mode: none, write: []}\n"
    "tools: {allow: []}\n"
    "packages: {install: false, list: []}\n"
    "egress: {allow: []}\n"
    "images: {allow: [], pull: never}\n";

static const char text_agent[] =
    "# An agent's workspace: programs may be started, the host's files stay "
    "as\n"
    "# they are until a change is committed.\n"
    "version: 1\n"
    "name: agent\n"
    "process: {spawn: true}\n"
    "workspace: {mode: overlay, write: [\"**\"]}\n";

static const char text_mellea[] =
    "# What mellea's local_unsafe and docker_unsafe tiers get; still jailed,\n"
    "# still without a network.\n"
    "version: 1\n"
    "name: mellea-unsafe\n"
    "process: {spawn: true}\n"
    "env: {pass: [\"*\"]}\n"
    "limits: {wall_ms: 30s, memory_bytes: 2GiB, pids: 1024}\n";

const char *cs_profile_text(const char *name) {
  static const char *const texts[] = {text_default, text_strict, text_agent,
                                      text_mellea};
  int i = cs_schema_word(cs_profile_names, name);
  return i < 0 || strchr(name, '|') ? NULL : texts[i];
}
