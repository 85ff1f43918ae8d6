# attribute_suggestion_method.py: AttributeError suggests a list method.
# SPDX-License-Identifier: Apache-2.0

items = []
items.apend(1)
