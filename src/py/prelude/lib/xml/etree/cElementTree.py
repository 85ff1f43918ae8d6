# xml/etree/cElementTree.py - older name of ElementTree.
#
# SPDX-License-Identifier: Apache-2.0
from xml.etree.ElementTree import *
