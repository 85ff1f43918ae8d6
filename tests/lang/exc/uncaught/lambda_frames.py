# lambda_frames.py: Frames of lambdas and nested functions.
# SPDX-License-Identifier: Apache-2.0

apply = lambda f, x: f(x)
inner = lambda x: 10 / x
apply(lambda v: inner(v - 1), 1)
