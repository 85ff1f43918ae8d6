"""importlib.metadata - what is installed: nothing.

SPDX-License-Identifier: Apache-2.0
"""


class PackageNotFoundError(ModuleNotFoundError):
    """There are no installed packages in the sandbox."""

    def __str__(self):
        return f"No package metadata was found for {self.args[0]}"

    @property
    def name(self):
        return self.args[0]


def version(distribution_name):
    raise PackageNotFoundError(distribution_name)


metadata = requires = files = distribution = version


def distributions(**kwargs):
    return iter(())


def entry_points(**params):
    return ()


def packages_distributions():
    return {}
