"""Loads the demo properties from `fixtures/*.yaml` into the catalog.

The work of staff takes precedence over the files. For each row of a file, seeding
stores the hash of the file's text and the hash of the row that it wrote (`SeededRow`).
A row is written in two cases:

- Seeding has never loaded it, and the catalog has no such row.
- The file's text has changed since, and the row in the catalog (with its hours,
  exceptions and tiers) is still exactly what seeding wrote.

In all other cases the catalog is left as it is: a row that staff edited or deleted, or
created themselves under the same name. A row that disappears from the file stays in
the catalog. Performances of a show are created once for each day of its weekly rule;
one that staff moved or cancelled is not created again.
"""
