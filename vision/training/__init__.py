"""Training: card faces from artwork, rendered scenes, fitting, judging, export.

A leaf of the house: nobody imports it, and torch and ultralytics live here alone.
"""
