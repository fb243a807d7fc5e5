"""``python -m ask2decide``: the same as the command ``ask2decide``."""

from ask2decide.cli import ask2decide

if __name__ == "__main__":
    ask2decide()
