"""Rules, melds, advice and scores of the rummy family; standard library only."""
