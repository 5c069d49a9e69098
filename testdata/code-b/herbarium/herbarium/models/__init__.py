"""Plain records."""
