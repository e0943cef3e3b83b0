"""Which workspaces a person trusts (ACT-2): what their files say, and what the person remembered.

`rule_files.py` reads everything in a workspace that would set plangate's own rules, once, and names
those bytes by a digest; `settings_file.py` says what of a settings file counts; `trust_store.py`
keeps, outside the workspace, which digest of which folder a person looked at and accepted. Whoever
reads a workspace's rules reads them through here, so that what is used is what was compared.
"""
