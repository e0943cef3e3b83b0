"""Issues and reports: templates, headings, tracebacks and code are not a person's wishes, and what
only tells of a fault is heard as one."""
