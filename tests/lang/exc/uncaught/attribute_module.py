# attribute_module.py: AttributeError of a module.
# SPDX-License-Identifier: Apache-2.0

import sys
sys.exitt(0)
