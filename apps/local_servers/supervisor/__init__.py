"""`manage.py up`: starts the processes of a site and watches them."""
