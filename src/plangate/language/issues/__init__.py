"""An issue as it was pasted: templates, headings, tracebacks and code are not a person's wishes."""
