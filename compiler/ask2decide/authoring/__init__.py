"""What an author works with before and beside a build: new tasks, suggestions, explanations, checks."""
