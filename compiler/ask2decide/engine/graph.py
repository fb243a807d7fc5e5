"""The graph of a task's optima: which may follow from which, the most relaxed problems first.

Eq. 3 needs the optima of its problems, and a survival problem those of its two, so they come after all of these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ask2decide.variants.variants import Problem

if TYPE_CHECKING:
    from networkx import DiGraph


def graph_of_optima(problems: Iterable[Problem]) -> DiGraph:
    """Return the graph whose nodes are digests of problems; equal records are one node.

    An edge leads from a problem to one where more is known, whose optimum may follow from it.
    """
    from networkx import DiGraph

    graph = DiGraph()
    different = {problem.digest: problem for problem in problems}
    graph.add_nodes_from(different)
    for tight in different.values():
        graph.add_edges_from(
            (loose.digest, tight.digest)
            for loose in different.values()
            if set(loose.known) < set(tight.known) and not loose.version
        )
    return graph


def steps(graph: DiGraph) -> dict[str, int]:
    """Return how many steps each node is from the most relaxed ones; equal steps may be solved side by side."""
    from networkx import topological_generations

    return {node: step for step, nodes in enumerate(topological_generations(graph)) for node in nodes}
