"""What people press and type about tournaments."""
