"""graphlib - topological order of a graph.

SPDX-License-Identifier: Apache-2.0
"""

from types import GenericAlias

__all__ = ["TopologicalSorter", "CycleError"]

_OUT = -1  # in the place of the count: handed out by get_ready()
_DONE = -2  # marked by done()


class _Node:
    """A node: how many predecessors are left, and who waits for it."""

    __slots__ = "node", "npredecessors", "successors"

    def __init__(self, node):
        self.node = node
        self.npredecessors = 0
        self.successors = []


class CycleError(ValueError):
    """Raised by prepare() if the graph has a cycle.

    The cycle is the second item of `args`: a list of nodes in which each is
    a predecessor of the next, and the first and last are the same.
    """


class TopologicalSorter:
    """Sorts the nodes of a graph so that predecessors come first."""

    def __init__(self, graph=None):
        self._node2info = {}
        self._ready_nodes = None
        self._npassedout = 0
        self._nfinished = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _get_nodeinfo(self, node):
        info = self._node2info.get(node)
        if info is None:
            info = self._node2info[node] = _Node(node)
        return info

    def add(self, node, *predecessors):
        """Add a node and some of its predecessors."""
        if self._ready_nodes is not None:
            raise ValueError("Nodes cannot be added after a call to "
                             "prepare()")
        info = self._get_nodeinfo(node)
        info.npredecessors += len(predecessors)
        for predecessor in predecessors:
            self._get_nodeinfo(predecessor).successors.append(node)

    def prepare(self):
        """Mark the graph as finished and check for cycles."""
        if self._ready_nodes is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready_nodes = [info.node for info in self._node2info.values()
                             if info.npredecessors == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        """Return a tuple of all the nodes that are ready."""
        if self._ready_nodes is None:
            raise ValueError("prepare() must be called first")
        result = tuple(self._ready_nodes)
        for node in result:
            self._node2info[node].npredecessors = _OUT
        self._ready_nodes.clear()
        self._npassedout += len(result)
        return result

    def is_active(self):
        """Return True if more progress can be made."""
        if self._ready_nodes is None:
            raise ValueError("prepare() must be called first")
        return self._nfinished < self._npassedout or bool(self._ready_nodes)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """Mark nodes as processed, which may make others ready."""
        if self._ready_nodes is None:
            raise ValueError("prepare() must be called first")
        table = self._node2info
        for node in nodes:
            info = table.get(node)
            if info is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if info.npredecessors >= 0:
                raise ValueError(f"node {node!r} was not passed out (still "
                                 "not ready)")
            if info.npredecessors == _DONE:
                raise ValueError(f"node {node!r} was already marked done")
            info.npredecessors = _DONE
            for successor in info.successors:
                other = table[successor]
                other.npredecessors -= 1
                if other.npredecessors == 0:
                    self._ready_nodes.append(successor)
            self._nfinished += 1

    def _find_cycle(self):
        """Search depth first; the path holds (node, its other successors)."""
        table = self._node2info
        finished = set()
        for start in table:
            if start in finished:
                continue
            path = [start]
            waiting = [iter(table[start].successors)]
            place = {start: 0}
            while path:
                for node in waiting[-1]:
                    if node in place:
                        return path[place[node]:] + [node]
                    if node not in finished:
                        place[node] = len(path)
                        path.append(node)
                        waiting.append(iter(table[node].successors))
                        break
                else:
                    finished.add(path[-1])
                    del place[path.pop()]
                    waiting.pop()
        return None

    def static_order(self):
        """Return an iterable of all nodes in a topological order."""
        self.prepare()
        while self.is_active():
            group = self.get_ready()
            yield from group
            self.done(*group)

    __class_getitem__ = classmethod(GenericAlias)
