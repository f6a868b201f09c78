"""The tutorial: small problems for people who learn the game, and what is right."""
