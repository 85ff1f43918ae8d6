import importlib
m=importlib.import_module('collections.abc'); print(m.__name__)
print(importlib.import_module('.parse','urllib').__name__)
try: importlib.import_module('nope')
except ImportError as e: print(e)
try: importlib.import_module('.x')
except TypeError as e: print(e)
import importlib.metadata
print(importlib.metadata.Distribution.__name__, hasattr(importlib.metadata.Distribution, "from_name"))
