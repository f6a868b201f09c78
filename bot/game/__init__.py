"""A table at work: what people do becomes operations, points and what messages should show."""
