#!/bin/sh
# check_layers.sh - the old name of tools/check/layers.py.
# SPDX-License-Identifier: Apache-2.0
exec "$(dirname "$0")/check/layers.py" "$@"
