"""What a project is made of: routes, commands, migrations, settings, jobs, deployment.

One family of facts a module, kept in rows: which file is looked at, what proves the framework, how
the thing is written there.
"""
