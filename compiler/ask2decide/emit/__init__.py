"""What the compiler writes: packages, cards, knowledge bases, the inventory."""
