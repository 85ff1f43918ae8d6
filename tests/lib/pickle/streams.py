# streams.py: streams in memory are pickled with their place.
# SPDX-License-Identifier: Apache-2.0

import io, pickle, copy
s = io.StringIO('ab\ncd'); s.read(2); t = pickle.loads(pickle.dumps(s)); print(t.read(), t.getvalue(), copy.copy(s).tell())
b = io.BytesIO(b'abcd'); b.read(1); t = pickle.loads(pickle.dumps(b)); print(t.read(), t.getvalue())
