"""The engine behind the workers of a team, and what it measures (TEAM-2, TEAM-6)."""
