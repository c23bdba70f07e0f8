"""What the rows of bookings say, each fact with its record."""
