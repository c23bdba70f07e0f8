"""Tables of rows as files: CSV and XLSX, in and out."""
