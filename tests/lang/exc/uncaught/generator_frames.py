# generator_frames.py: Frames of a generator consumed by list.
# SPDX-License-Identifier: Apache-2.0

def gen():
    yield 1
    yield 1 / 0
def use():
    return list(gen())
use()
