"""Decision dimensions as data, and the proposer that reads them: ideas without a model."""
