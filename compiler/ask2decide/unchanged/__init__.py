"""What an earlier build came to, so that a build of the same inputs need not be done again (docs/architecture.md).

Nothing here imports a model, a solver or a template: an unchanged build takes little more than the start of Python.
"""
