# name_suggestion_none.py: A name too far from any other gets no suggestion.
# SPDX-License-Identifier: Apache-2.0

alpha = 1
print(completely_different_name_here)
