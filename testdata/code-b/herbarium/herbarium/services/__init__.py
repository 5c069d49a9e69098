"""What the routes ask for."""
