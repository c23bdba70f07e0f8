"""What every request passes: size, address, log line, compression."""
