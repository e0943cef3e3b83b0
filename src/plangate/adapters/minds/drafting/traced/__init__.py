"""Tasks that follow the trail of something that is there, layer by layer (UND-5)."""
