"""Links with which others read what a guest has asked and was answered."""
