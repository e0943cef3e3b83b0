"""What coding agents ask, call and report.

`agent_questions` and `agent_weighing` look at a question an agent is about to put to a person
(HOOK-1); `leave` knows leave to act, which always passes; `host_words` and `proposals` read
what a host proposes, `judging` judges it (MCP-3). Nothing an agent says is a person's act.
"""
