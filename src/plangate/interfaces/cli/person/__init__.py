"""What a person sets for all sessions: preferences, focus, permissions, trust."""
