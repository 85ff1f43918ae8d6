# custom_exception.py: A user exception with __str__.
# SPDX-License-Identifier: Apache-2.0

class HttpError(Exception):
    def __init__(self, code, url):
        super().__init__(code, url)
        self.code = code
    def __str__(self):
        return f'{self.code} for you'
class NotFound(HttpError):
    pass
raise NotFound(404, '/x')
