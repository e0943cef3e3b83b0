"""The librarian: what documentation says, in the workspace and in its installed packages."""
