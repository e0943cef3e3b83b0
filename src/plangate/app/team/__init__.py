"""What a team needs beside the record: its workers, its people, its policy (TEAM-2, 3, 5)."""
