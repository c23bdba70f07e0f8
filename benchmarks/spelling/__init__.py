"""The repair of spelling, judged on typos that it was not made from."""
