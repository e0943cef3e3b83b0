"""Frozen: oneway_lasting.py of edition 1, for replaying old logs only (REC-2).

Rows of the word net for what destroys nothing and still cannot be taken back (PREF-2)."""

from __future__ import annotations

from plangate.core.audit.edition1.oneway_patterns import Row

LASTING_ROWS: tuple[Row, ...] = (
    # Not destructive: ADQ-4 counts a rollback among the safeguards.
    Row(
        "roll-back",
        False,
        "rolling back a release, a migration, a change",
        "words",
        "roll rollback",
        r"""
        <roll> <gap4>back\b<not_doc>
        (?<!with~ )(?<!add )(?<!transaction )(?<!support )<rollback><not_ui><not_doc>(?! on\b)
        """,
        "roll the release back to 1.4",
    ),
    # ----------------------------------------------------- access and secrets
    Row(
        "credential-change",
        False,
        "revoking, resetting or rotating a key, token, secret, credential or password",
        "words",
        "revoke reset rotate invalidate regenerate",
        r"""
        (?<!password )(?:<act_revoke>|<reset>|<act_rotate>),? (?:of )?<gap4><credential><not_ui>
        (?:<act_invalidate>|<act_regenerate>),? (?:of )?<gap4><credential><not_ui>
        <act_revoke>,? (?:of )?<gap3>(?:access|sessions?|grants?|privileges)<not_ui>
        <invalidate>,? (?:of )?(?:all|every) <gap3>sessions?\b
        """,
        "rotate the production API keys",
    ),
    Row(
        "credential-change",
        False,
        "the same with the secret first",
        "words",
        "revoke rotate reset resets invalidated regenerated",
        r"""
        <credential> (?:revocation|rotations?|resets?)<not_ui><not_doc><not_mail>
        <credential>,? <gap3><be> (?:<adverb> )?(?:revoked|rotated|reset|invalidated|regenerated)\b
        """,
        "all tokens are revoked",
    ),
    Row(
        "disable-mfa",
        False,
        "switching a second factor off",
        "words",
        "mfa 2fa factor multifactor otp totp hotp step",
        r"""
        (?:<disable>|<turn> off|<switch> off|disabling of) <gap5><mfa>\b<not_ui>
        (?:<remove>|<drop>|<bypass>|<deactivate>|<skip>) <gap5><mfa>\b<not_ui>
        (?:<turn>|<switch>) <gap4><mfa> <any2>off\b
        <mfa> <any2><be> (?:disabled|turned off|switched off|removed|bypassed)\b
        """,
        "disable MFA for the service account",
    ),
    Row(
        "disable-safeguard",
        False,
        "switching a protection off",
        "words",
        "firewall firewalls protection protections encryption backup backups waf audit tls ssl "
        "certificate authentication security rls csrf selinux access",
        r"(?:<disable>|<turn> off|<switch> off|<deactivate>|<bypass>) <gap4><safeguard><not_ui>",
        "turn off branch protection",
    ),
    Row(
        "grant-admin",
        False,
        "giving somebody administrator rights",
        "words",
        "admin admins administrator administrators root sudo sudoers superuser superusers owner "
        "owners ownership privileges super access",
        r"""
        <grant> <any5><admin><not_ui>
        (?:<give>|<assign>|<elevate>) <gap5><admin> <rights>\b<not_ui>
        <add> <gap3><admin> <rights> (?:to|for)\b
        (?:<promote>|<elevate>) <any5>to (?:an? |the )?<admin>\b
        <make> (?!sure|certain)<some4>an? (?:org |site |system |global )?<admin>\b
        <make> (?!sure|certain)<some4>(?:admins|superusers|owners)(?:<end>|(?= (?:of|on|in|for)\b))
        <add> <some4>to (?:the )?(?:admins?|administrators|sudoers|owners)<not_ui>
        """,
        "grant Bob admin",
    ),
    Row(
        "make-public",
        False,
        "showing to everybody what was private",
        "words",
        "public publicly open",
        r"""
        <make> <gap4>(?:repos?|repository|buckets?|datasets?|data|code) (?:\w+ )?public(?:ly)?\b
        open (?:source|sourcing) (?:the|our|this)\b
        """,
        "make the repository public",
    ),
    # -------------------------------------------------- money and other people
    Row(
        "charge",
        False,
        "taking money",
        "words",
        "charge bill debit",
        r"""
        (?<!\bin~ )(?:<charge>|<debit>),? <gap4><payer><not_ui>(?! (?:minutes?|seconds?|percent)\b)
        <bill> (?:the |all |our |every )?<gap2>(?!they)<billed><not_ui>
        <billed> <gap2><be> (?:<adverb> )?(?:charged|billed|debited)\b
        stripe charges? create\b
        <start>charge (?:the|all|every|each|their|our|his|her|twice|again)\b
        """,
        "charge the saved card",
    ),
    Row(
        "move-money",
        False,
        "refunding, capturing or transferring money",
        "words",
        "refund capture transfer wire disburse",
        r"""
        <refund> <gap3>(?:customers?|orders?|payments?|everyone|users|cards?)<not_ui>
        <capture> <gap3>(?:payments?|funds)<not_ui>
        (?:<transfer>|wire|disburse) <gap3>(?:money|funds)<not_ui>
        """,
        "refund all affected orders",
    ),
    Row(
        "send-to-customers",
        False,
        "writing to people outside; what was sent cannot be called back",
        "words",
        "send email notify mail mailing sms text message announce blast launch",
        r"""
        <send>,? <any6>to <any3>(?:<audience>|<every> <any2><people>)<not_ui>
        <send>,? <any3><letter> (?:out )?to <any3>clients?<not_ui>
        <send> (?:the |all |our |every |these |out )?(?:<audience>|<every> <people>)<not_ui>
        (?:<email>|<notify>|mail|mailing|sms) <whom>(?:<audience>|<every> <any2><people>)<not_ui>
        (?:text|message|announce(?: it)? to) <whom>(?:<audience>|<every> <any2><people>)<not_ui>
        (?:<send>|launch|blast) (?:out )?<any3><mailing><not_ui>
        """,
        "email all users about the outage",
    ),
    Row(
        "publish",
        False,
        "putting something out where others can take it; a message on a bus is not meant",
        "words",
        "publish published unpublish",
        r"(?<!pre )(?<!\bon~ )<publish><not_part>"
        r"(?! <gap3>(?:messages?|metrics?|notifications?|telemetry|payloads?|events?)\b)"
        r"(?! <any3>to (?:the |a |an )?(?:\w+ )?<broker>\b)"
        r"(?! (?:(?:and )?subscribe|dates?|status|states?|calendars?|pipelines?|workflows?)\b)"
        r"(?! (?:queues?|schedules?|house|platforms?|tools?|times?|jobs?)\b)"
        "\n"
        r"""
        <be> (?:<adverb> )?published\b
        <unpublish> (?:the|all|from|version|package)\b
        """,
        "npm publish",
    ),
    Row(
        "publish",
        False,
        "uploading or submitting a release",
        "words",
        "twine gem docker store release releasing",
        r"""
        (?:twine upload|gem push|docker push|gh release create)\b
        submit(?:ting)? <any4>to (?:the )?(?:app|play|chrome web) store\b
        cut(?:ting)? (?:a|the) (?:\w+ )?release\b
        <start>release (?:a|the) (?:new|next|major|minor|patch) (?:version|release)(?:<end>| of\b)
        <start>release (?:the )?version \d
        releas(?:e|ing) <any4>to (?:npm|pypi|maven|crates|rubygems|nuget|the (?:app|play) store)\b
        releas(?:e|ing) <any4>to (?:the public|(?:all )?(?:customers|users))\b
        """,
        "twine upload dist/*",
    ),
    Row(
        "merge-to-main",
        False,
        "merging or pushing to the branch others build on",
        "words",
        "merge push land commit",
        r"""
        (?:<merge>|<push>|<land>|<commit>),? <any6>(?:in)?to (?:the |our |origin )?<trunk><not_noun>
        (?:<merge>|<land>|<commit>) <any4>(?:onto|on|in) (?:the )?(?:main|master|trunk)<not_noun>
        """,
        "merge the branch into main",
    ),
    # ------------------------------------------------------ contracts and shape
    Row(
        "schema-migration",
        False,
        "changing the shape of stored data",
        "words",
        "migrate migration migrations alter schema alembic column columns primary db tables table",
        r"""
        (?:schemas?|databases?|db|data|sql|tables?) migrations?<not_ui><not_doc>
        <migrate>,? <gap4>(?:schemas?|databases?|dbs?|tables?|rows|records)<not_ui>
        <migrate>,? <gap4>data<not_ui>(?! (?:fetching|layer|access|loading|sources?|grids?)\b)
        (?:run|runs|running|apply|applying|execute) <gap3>migrations?<not_ui><not_doc>
        <alter> (?:the |a )?(?:\w+ )?(?:tables?|columns?|types?|schemas?)\b
        alembic (?:upgrade|downgrade)\b
        (?:manage py|prisma|knex|db|rails|artisan|sequelize) migrate\b
        db push\b
        <change> <gap4>(?:schemas?|column types?|primary keys?)<not_ui>
        schema (?:changes?|alterations?)<not_ui><not_doc>
        <rename> <gap3>(?:columns?|(?:database |db )tables?)<not_ui>
        <rename> (?:the )?(?:\w+ )?tables?<not_ui>
        """,
        "run the schema migration",
    ),
    Row(
        "breaking-change",
        False,
        "breaking what others rely on",
        "words",
        "break incompatible incompatibility incompatibilities incompatibly support public api",
        r"""
        breaking <any2>changes?<not_ui><not_doc>(?! (?:logs?|detectors?|checkers?|lists?)\b)
        (?:backwards?|api|abi|wire) incompatib\w+
        incompatible (?:\w+ )?changes?\b
        <break> <gap3><broken><not_ui>
        (?:<drop>|<remove>|end|ending) <gap4>support\b(?! (?:button|link|page|chat|email)s?\b)
        (?:<remove>|<change>|<rename>) <gap3>public (?:\w+ )?(?:apis?|endpoints?|interfaces?)\b
        (?:<remove>|<change>|<rename>) <gap3>public (?:\w+ )?(?:methods?|contracts?|fields?)\b
        <change> <gap2>api (?:contracts?|signatures?|responses?)\b
        """,
        "ship a breaking change",
    ),
    Row(
        "data-model-change",
        False,
        "changing what the data means",
        "words",
        "model models",
        r"""
        (?:data|domain|storage) models? (?:changes?|migrations?|rewrites?)<not_ui><not_doc>
        (?:data|domain|storage) models? (?:overhauls?|redesigns?|refactors?)<not_ui><not_doc>
        (?:<change>|<alter>|<modify>|<redesign>|<restructure>) (?:of )?<gap3>data models?<not_ui>
        (?:<rewrite>|<rework>|<overhaul>|<replace>|<break>) (?:of )?<gap3>data models?<not_ui>
        (?:<change>|<alter>|<modify>) <any6>(?:to|of|in) (?:the |our )?(?:\w+ )?data models?<not_ui>
        (?:changes|alterations) (?:to|of|in) <gap3>data models?<not_ui>
        """,
        "change the data model",
    ),
    Row(
        "license-change",
        False,
        "changing the license others received the work under",
        "words",
        "license licence relicense",
        r"""
        <relicense>\b
        (?:<change>|<switch>|<replace>) <gap3>licen[cs]e<not_ui>(?! (?:keys?|plates?|years?)\b)
        """,
        "relicense the project",
    ),
    Row(
        "said-irreversible",
        False,
        "the text itself says that there is no way back",
        "words",
        "irreversible irreversibly irrevocable irrevocably irrecoverable irrecoverably "
        "unrecoverable undone undo recovered reversed restored return door",
        r"""
        (?:irreversibl[ey]|irrevocabl[ey]|irrecoverabl[ey]|unrecoverable)\b(?! errors?\b)
        (?:cannot|cant|not|never) be (?:easily )?(?:undone|recovered|reversed|restored)\b
        (?:no|without) (?:way to )?undo\b
        point of no return\b
        one way door\b
        """,
        "this cannot be undone",
    ),
)
