"""What guests say about bookings, and what they read about them."""
