from __future__ import annotations, division
import __future__


def f(x: int | undefined) -> str: ...


print(f.__annotations__)
for name in __future__.all_feature_names:
    print(name, getattr(__future__, name), getattr(__future__, name).getMandatoryRelease())
print(__future__.__all__)
