"""What a user's own folders keep beside the record, in no workspace and in no database.

Anchors (REC-6), where exports and published plans went (REC-10, PUB-1), a team's token (TEAM-3),
rights that were handed on (ACT-1).
"""
