"""A small grammar of English review sentences with known sentiment; all words and rules are remo's own."""
