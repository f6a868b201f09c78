"""How the weights in `engine/ofc_engine/players/weights` were made; nothing needs it to run."""
