"""graphlib - topological order of a graph.

SPDX-License-Identifier: Apache-2.0
"""

from types import GenericAlias

__all__ = ["TopologicalSorter", "CycleError"]

# In the place of a number of open predecessors.
_OUT = -1  # given out by get_ready()
_DONE = -2


class CycleError(ValueError):
    """The graph has a cycle; args[1] lists its nodes, the first one twice."""


class TopologicalSorter:
    """Gives the nodes of a graph so that predecessors come first."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, graph=None):
        self._open = {}      # node: predecessors that are not done
        self._after = {}     # node: those it is a predecessor of
        self._ready = None   # a list since prepare()
        self._running = 0    # given out and not done
        for node, before in {}.items() if graph is None else graph.items():
            self.add(node, *before)

    def _know(self, node):
        if node not in self._open:
            self._open[node] = 0
            self._after[node] = []

    def add(self, node, *predecessors):
        """Add a node, or predecessors to a node."""
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to "
                             "prepare()")
        self._know(node)
        self._open[node] += len(predecessors)
        for before in predecessors:
            self._know(before)
            self._after[before].append(node)

    def prepare(self):
        """Close the graph; CycleError if it has no order."""
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready = [node for node, count in self._open.items()
                       if not count]
        cycle = self._search_cycle()
        if cycle is not None:
            raise CycleError("nodes are in a cycle", cycle)

    def _search_cycle(self):
        """Walk every path once; return one that meets itself, or None."""
        unseen = dict.fromkeys(self._open)
        while unseen:
            node = next(iter(unseen))
            trail = {}  # node: what is left to try after it, in order
            while node is not None:
                if node in trail:
                    path = list(trail)
                    return path[path.index(node):] + [node]
                if node in unseen:
                    del unseen[node]
                    trail[node] = iter(self._after[node])
                node = self._next_step(trail, unseen)
        return None

    @staticmethod
    def _next_step(trail, unseen):
        """The next node to go to; leaves the ends of the trail."""
        while trail:
            last = next(reversed(trail))
            for node in trail[last]:
                if node in unseen or node in trail:
                    return node
            del trail[last]
        return None

    def _must_be_prepared(self):
        if self._ready is None:
            raise ValueError("prepare() must be called first")

    def get_ready(self):
        """The nodes whose predecessors are done, each of them once."""
        self._must_be_prepared()
        given, self._ready = tuple(self._ready), []
        self._open.update(dict.fromkeys(given, _OUT))
        self._running += len(given)
        return given

    def is_active(self):
        """Is there anything ready or given out?"""
        self._must_be_prepared()
        return bool(self._ready or self._running)

    __bool__ = is_active

    def done(self, *nodes):
        """Say that nodes are done; others may become ready."""
        self._must_be_prepared()
        for node in nodes:
            state = self._open.get(node)
            if state is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if state == _DONE:
                raise ValueError(f"node {node!r} was already marked done")
            if state != _OUT:
                raise ValueError(f"node {node!r} was not passed out (still "
                                 "not ready)")
            self._open[node] = _DONE
            self._running -= 1
            for later in self._after[node]:
                self._open[later] -= 1
                if not self._open[later]:
                    self._ready.append(later)

    def static_order(self):
        """All nodes in order."""
        self.prepare()
        while self.is_active():
            batch = self.get_ready()
            yield from batch
            self.done(*batch)
