# attribute_no_suggestion.py: AttributeError without a close match.
# SPDX-License-Identifier: Apache-2.0

value = 'text'
value.completely_unknown_thing()
