"""The page's modules and style sheets, each in one file: a request instead of forty."""
