"""The admin of properties and jurisdictions, with the changes made to both."""
