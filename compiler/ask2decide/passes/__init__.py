"""What the compiler proves, one pass a file: optima, regret, twins, needs_asking."""
