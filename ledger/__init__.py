"""Games that last: rounds, totals and standings, kept on disk."""
