"""The family `knapsack` for ask2decide, its item templates and an instance."""
