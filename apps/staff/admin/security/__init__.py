"""The admin of staff accounts, second factors, sign-ins and the audit log."""
