"""The admin of the catalog: the lists, forms, imports and changes of its rows."""
