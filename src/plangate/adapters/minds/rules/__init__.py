"""The rules as a mind: decision dimensions as data, and what raises them in a goal."""
