"""What stands behind the ports: one file or folder per outside thing."""
