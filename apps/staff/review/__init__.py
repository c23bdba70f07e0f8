"""Staff approve held answers and review given ones."""
