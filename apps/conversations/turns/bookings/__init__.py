"""What guests have booked and ask of the staff, in the conversation."""
