"""From a photo to the cards in it; knows faces, no rules."""
