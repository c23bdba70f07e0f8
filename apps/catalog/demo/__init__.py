"""Brings the demo properties from `fixtures/*.yaml` into the catalog.

Who wins, the file or the staff? Seeding remembers for each row of a file the hash of
the file's text and the hash of what it wrote (`SeededRow`). A row is written

- when seeding has never met it and the catalog has no such row, or
- when the file's text has changed since, and the row in the catalog (with its hours,
  exceptions and tiers) is still exactly what seeding wrote.

In every other case the catalog is left as it is: a row that staff edited, a row they
deleted, and a row they made themselves under the same name. A row that disappears from
the file stays in the catalog. Performances of a show are made once for each day of its
weekly rule; one that staff moved or cancelled is not made again.
"""
