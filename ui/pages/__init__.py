"""The pages; they compose parts and hold no logic of their own."""
