"""Thin doors to the product: parse, call one use case, render."""
