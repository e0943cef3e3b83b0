"""The repositories of the sets are material, not tests of this project."""

collect_ignore = ["repos"]
