"""A table at work: what people do becomes operations, is committed, and is then shown."""
