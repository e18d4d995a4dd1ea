"""Tests of the Domains rules."""
