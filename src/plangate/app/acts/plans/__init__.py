"""What a person does with a plan: look, edit, approve, work, adopt, publish, turn a loop."""
