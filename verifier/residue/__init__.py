"""Residue: what a candidate edited outside every pure refactoring; reads two sides and says what is left."""
