"""The commands of those who run a team's database: workers, people, policy."""
