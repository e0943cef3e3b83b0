"""What a goal leaves unsaid: what it points at, which value it means, whom it is for."""
