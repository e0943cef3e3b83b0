"""The MCP server (section 13): planning as seven tools for coding agents.

Only `plangate mcp` imports this package: the SDK behind it takes longer to load than most commands
take to run.
"""
