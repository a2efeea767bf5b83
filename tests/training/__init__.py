"""Tests of training; they need the environment of the extra ``train``."""
