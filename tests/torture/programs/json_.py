# JSON both ways.
import json

data = {'list': [1, 2.5, None, True], 'text': 'grün "q"', 'nested': {'a': {'b': []}}}
text = json.dumps(data, indent=1, sort_keys=True)
print(text)
print(json.loads(text) == data, json.dumps([1, (2, 'x')]), json.loads('[1e3, "\\u00e9"]'))
try:
    json.loads('{"a": }')
except ValueError as error:
    print(error)
