"""http: every status and method."""
import http, pickle
from http import HTTPStatus, HTTPMethod

for s in HTTPStatus:
    print(repr(s), str(s), s.name, s.value, s.phrase, s.description, int(s) == s, isinstance(s, int))
for m in HTTPMethod:
    print(repr(m), str(m), m.value, m.description, m == m.name)
print(HTTPStatus(404) is HTTPStatus.NOT_FOUND, HTTPStatus['OK'], f'{HTTPStatus.OK}', HTTPStatus.OK + 1)
print(HTTPStatus.OK == 200, 200 <= HTTPStatus.CREATED < 300, {404: 'x'}[HTTPStatus.NOT_FOUND])
for bad in (299, 'x', None):
    try:
        HTTPStatus(bad)
    except ValueError as e:
        print(e)
print(pickle.loads(pickle.dumps(HTTPStatus.GONE)) is HTTPStatus.GONE, HTTPStatus.__module__, HTTPStatus.__qualname__)
print(HTTPMethod('GET') is HTTPMethod.GET, HTTPMethod.GET == 'GET', len(HTTPStatus), sorted(http.__all__))
try:
    import http.client_of_ours
except ImportError as e:
    print(type(e).__name__)
